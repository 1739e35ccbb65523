"""Writes tests/unit/torch_shapes.tsv: expressions over torch and what PyTorch itself answers (element types and shapes).

    python tools/models/check_shapes.py > tests/unit/torch_shapes.tsv

The unit test torch_shapes.cpp evaluates the same expressions on the abstract machine. Every expression may use the names of SETUP.
"""
import math
import sys
import warnings

import torch

warnings.simplefilter("ignore")

SETUP = """
s = torch.randn(())
v = torch.randn(4)
m = torch.randn(3, 4)
n = torch.randn(4, 5)
b = torch.randn(2, 3, 4)
c = torch.randn(2, 4, 5)
img = torch.randn(2, 3, 16, 18)
seq = torch.randn(2, 6, 20)
vol = torch.randn(2, 3, 8, 8, 8)
h = torch.randn(3, 4).half()
d = torch.randn(3, 4).double()
z = torch.complex(torch.randn(3, 4), torch.randn(3, 4))
i = torch.tensor([0, 2, 1])
i32 = torch.tensor([[0, 1], [2, 0]], dtype=torch.int32)
k = torch.arange(12).reshape(3, 4)
q = m > 0
u8 = torch.zeros(3, dtype=torch.uint8)
sq = torch.randn(2, 4, 4)
emb = torch.randn(10, 6)
"""

EXPRESSIONS = """
s + 1
s + v
v + 1
v + 1.5
i + 1
i + 1.5
i + s
q + q
q + 1
q * 2.5
k + h
k * d
h + d
h + 2.5
m / 2
i / 2
i // 2
k % 5
k ** 2
i ** 2.0
2 ** i
2.0 / v
1 - m
7 // (i + 1)
5 % (k + 1)
m @ n
b @ n
b @ c
v @ n
m @ v
v @ v
m == 0
m < n.t()[:3]
k == i[:, None]
m != h
~q
-m
abs(m)
q & q
q | k.bool()
k << 1
k ^ 3
torch.relu(m)
torch.sigmoid(i)
torch.exp(k)
torch.abs(z)
z.real
z.imag
z + 1
z * d
z.angle()
torch.view_as_real(z)
torch.view_as_complex(torch.randn(3, 4, 2))
torch.polar(m, m)
torch.isnan(m)
torch.logical_not(k)
m.clamp(0, 1)
m.clamp(min=v)
m.clip(max=3)
torch.maximum(m, v)
torch.where(q, m, 0.0)
torch.where(q, m, d)
torch.where(m > 0, 1, 0)
torch.lerp(m, m, 0.5)
torch.addcmul(m, m, v)
torch.addcdiv(m, m, v, value=0.5)
m.masked_fill(q, 0)
v.masked_fill(q, 0)
torch.atan2(m, v)
torch.pow(2, m)
torch.pow(k, 2)
torch.fmod(k, 3)
torch.bitwise_and(k, 1)
torch.logical_and(m, k)
torch.isclose(m, m)
m.sum()
m.sum(0)
m.sum(dim=1, keepdim=True)
b.sum((0, 2))
b.sum(dim=[-1, 0], keepdim=True)
k.sum()
k.sum(1)
q.sum()
h.sum(dtype=torch.float32)
k.prod(0)
m.mean()
b.mean(-1)
b.mean(dim=(1, 2), keepdim=True)
k.float().mean()
b.std(dim=1)
b.var(-1, unbiased=False)
torch.var_mean(b, dim=1)
m.max()
m.max(0)
m.max(dim=1, keepdim=True)
m.max(1).values
m.max(1)[1]
m.min(1).indices
torch.max(m, v)
torch.max(k, i[:, None])
m.amax(0)
b.amin((0, 1), keepdim=True)
torch.aminmax(m, dim=1)
m.argmax()
m.argmax(1)
m.argmin(dim=0, keepdim=True)
m.any()
q.any(1)
q.all()
q.all(dim=0, keepdim=True)
m.median()
m.median(1)
m.mode(1)
m.kthvalue(2, 1)
torch.logsumexp(b, 2)
torch.logsumexp(b, (1, 2), keepdim=True)
m.norm()
m.norm(dim=1)
m.norm(p=1, dim=-1, keepdim=True)
torch.norm(b, dim=2)
torch.linalg.norm(m)
torch.linalg.vector_norm(b, dim=(1, 2))
torch.count_nonzero(m, dim=0)
torch.quantile(m, torch.tensor([0.1, 0.5]), dim=1)
torch.quantile(m, 0.5)
m.sort()
m.sort(dim=0, descending=True)
m.argsort(1)
m.topk(2)
b.topk(2, dim=1)
torch.topk(m, k=3, dim=-1, largest=False)
m.cumsum(0)
k.cumsum(1)
q.cumsum(1)
m.cumprod(dim=1)
m.cummax(1)
m.diff()
m.diff(dim=0)
torch.cosine_similarity(b, b, dim=-1)
torch.nn.functional.cosine_similarity(m, v, dim=1)
torch.dist(m, m)
torch.softmax(b, -1)
m.softmax(dim=0)
m.log_softmax(1, dtype=torch.float64)
k.softmax(1, dtype=torch.float)
torch.mm(m, n)
torch.bmm(b, c)
torch.mv(m, v)
torch.dot(v, v)
torch.addmm(torch.randn(5), m, n)
torch.baddbmm(torch.randn(2, 3, 5), b, c)
torch.outer(v, v)
torch.ger(v, i.float())
torch.kron(m, torch.randn(2, 2))
torch.cdist(b, b)
torch.tensordot(b, c, dims=([2], [1]))
torch.tensordot(m, n, 1)
torch.einsum("bij,bjk->bik", b, c)
torch.einsum("...ij,jk", b, n)
torch.einsum("ij->", m)
torch.einsum("ii->i", torch.randn(4, 4))
torch.einsum("bhid,bhjd->bhij", torch.randn(2, 3, 4, 5), torch.randn(2, 3, 6, 5))
torch.chain_matmul(m, n)
torch._C._nn.linear(b, torch.randn(7, 4), torch.randn(7))
torch._C._nn.linear(v, torch.randn(7, 4))
torch.bilinear(m, m, torch.randn(5, 4, 4))
torch._C._nn.scaled_dot_product_attention(torch.randn(2, 3, 5, 8), torch.randn(2, 3, 7, 8), torch.randn(2, 3, 7, 9))
torch.conv1d(seq, torch.randn(8, 6, 3))
torch.conv1d(seq, torch.randn(8, 3, 3), groups=2, padding=1, stride=2)
torch.conv1d(seq, torch.randn(8, 6, 3), padding="same")
torch.conv2d(img, torch.randn(8, 3, 3, 3))
torch.conv2d(img, torch.randn(8, 3, 3, 3), stride=2, padding=1)
torch.conv2d(img, torch.randn(8, 3, 3, 5), stride=(2, 1), padding=(1, 2), dilation=(1, 2))
torch.conv2d(img, torch.randn(9, 1, 3, 3), groups=3)
torch.conv2d(img[0], torch.randn(8, 3, 3, 3))
torch.conv3d(vol, torch.randn(4, 3, 3, 3, 3), stride=2)
torch.conv_transpose1d(seq, torch.randn(6, 4, 4), stride=2)
torch.conv_transpose2d(img, torch.randn(3, 8, 4, 4), stride=2, padding=1)
torch.conv_transpose2d(img, torch.randn(3, 8, 3, 3), stride=2, padding=1, output_padding=1)
torch.conv_transpose2d(img, torch.randn(3, 2, 3, 3), groups=3)
torch.max_pool2d(img, 2)
torch.max_pool2d(img, 3, 2, 1)
torch.max_pool2d(img, 3, stride=2, ceil_mode=True)
torch.max_pool2d(img, (3, 2), dilation=2)
torch.max_pool1d(seq, 4)
torch._C._nn.avg_pool2d(img, 3)
torch._C._nn.avg_pool2d(img, 2, stride=1, padding=1, ceil_mode=True)
torch.avg_pool1d(seq, 3, 2)
torch._C._nn.avg_pool3d(vol, 2)
torch._C._nn.adaptive_avg_pool2d(img, (1, 1))
torch._C._nn.adaptive_avg_pool2d(img, 7)
torch.adaptive_avg_pool1d(seq, 5)
torch.adaptive_max_pool1d(seq, 5)
torch._C._nn.upsample_nearest2d(img, (32, 40))
torch._C._nn.upsample_nearest2d(img, None, [2.0, 2.0])
torch._C._nn.upsample_bilinear2d(img, None, False, [0.5, 1.5])
torch._C._nn.upsample_nearest1d(seq, 30)
torch.constant_pad_nd(img, (1, 2, 3, 4))
torch._C._nn.pad(img, (1, 1, 2, 2), mode="reflect")
torch._C._nn.pad(m, (0, 2), "constant", 1.0)
torch._C._nn.reflection_pad2d(img, (1, 1, 2, 2))
torch._C._nn.im2col(img, (3, 3), (1, 1), (1, 1), (2, 2))
torch._C._nn.col2im(torch.randn(2, 12, 64), (16, 16), (2, 2), (1, 1), (0, 0), (2, 2))
torch.pixel_shuffle(torch.randn(2, 12, 4, 4), 2)
torch.pixel_unshuffle(img, 2)
torch.grid_sampler(img, torch.randn(2, 5, 6, 2), 0, 0, False)
torch.affine_grid_generator(torch.randn(2, 2, 3), [2, 3, 8, 9], False)
torch.cat([m, m])
torch.cat((m, m), dim=1)
torch.cat([b, b, b], -1)
torch.cat([k, m])
torch.cat([torch.zeros(0), v])
torch.concat([m, m], 0)
torch.stack([m, m])
torch.stack([v, v, v], dim=1)
torch.stack((m, m), -1)
torch.hstack([m, m])
torch.hstack([v, v])
torch.vstack([v, v])
torch.dstack([m, m])
torch.column_stack([v, n])
m.split(2)
m.split([1, 2])
b.split(3, dim=-1)
torch.split(seq, 8, 2)
seq.split((5, 15), dim=2)
m.chunk(2)
seq.chunk(3, dim=-1)
torch.chunk(v, 3)
torch.tensor_split(v, 3)
torch.tensor_split(v, (1, 3))
b.unbind()
b.unbind(1)
torch.meshgrid(v, s.view(1), indexing="ij")
torch.meshgrid([v, v[:2]], indexing="xy")
torch.broadcast_tensors(m, v)
torch.block_diag(m, n)
b.view(6, 4)
b.view(-1)
b.view(2, -1, 2)
b.reshape(4, -1)
b.reshape((2, 12))
b.reshape(-1, 1, 4)
b.view(b.size(0), -1)
b.view(torch.int32)
b.view_as(torch.randn(6, 4))
b.flatten()
b.flatten(1)
b.flatten(0, 1)
b.flatten(start_dim=-2)
torch.flatten(s)
seq.unflatten(2, (4, 5))
seq.unflatten(-1, (-1, 5))
b.ravel()
b.permute(2, 0, 1)
b.permute((0, 2, 1))
torch.permute(b, (-1, 0, 1))
b.transpose(1, 2)
b.transpose(-1, 0)
b.swapaxes(0, 1)
m.t()
m.T
b.mT
b.movedim(0, -1)
torch.movedim(b, (0, 1), (1, 0))
v.expand(3, 4)
m.expand(2, -1, -1)
m[:, :1].expand(-1, 7)
v.expand_as(m)
torch.broadcast_to(v, (2, 3, 4))
m.repeat(2, 3)
v.repeat(2, 1)
v.tile(2)
torch.tile(m, (2, 1, 1))
m.unsqueeze(0)
m.unsqueeze(-1)
m[:, :1].squeeze(1)
torch.zeros(1, 3, 1).squeeze()
torch.zeros(1, 3, 1).squeeze(0)
torch.zeros(1, 3, 1).squeeze((0, 2))
torch.zeros(1, 3, 1).squeeze(1)
seq.unfold(2, 4, 2)
m.as_strided((2, 2), (1, 2))
torch.atleast_1d(s)
torch.atleast_2d(v)
torch.atleast_3d(m)
b.select(1, 0)
b.narrow(2, 1, 2)
torch.narrow(b, 0, 0, 1)
m.index_select(0, i)
torch.index_select(m, 1, torch.tensor([0, 3]))
m.gather(1, i[:, None])
torch.gather(m, 0, torch.zeros(2, 4, dtype=torch.int64))
m.scatter(1, i[:, None], 1.0)
m.scatter_add(0, k % 3, m)
m.index_add(0, i, m)
torch.take(m, i)
torch.take_along_dim(m, i[:, None], dim=1)
m.diagonal()
b.diagonal(dim1=1, dim2=2)
sq.diagonal(1, -2, -1)
torch.diag(v)
torch.diag(m)
torch.diag_embed(m)
torch.embedding(emb, i)
torch.embedding(emb, k % 10)
torch._C._nn.one_hot(i, 5)
m.repeat_interleave(2)
m.repeat_interleave(2, dim=0)
m.repeat_interleave(torch.tensor([1, 2, 1]), dim=0)
torch.multinomial(m.abs(), 2)
m.roll(1, 0)
m.flip(0)
m.flip((0, 1))
torch.rot90(m)
m.tril()
torch.triu(m, diagonal=1)
torch.searchsorted(v, m)
torch.bucketize(m, v)
torch.histc(m, bins=10)
torch.zeros(2, 3)
torch.zeros((2, 3), dtype=torch.int64)
torch.ones([4])
torch.empty(0)
torch.full((2, 2), 3)
torch.full((2, 2), 3.5)
torch.full((2,), True)
torch.full((2, 3), 1, dtype=torch.float16)
torch.rand(3)
torch.randn(2, 2, dtype=torch.double)
torch.randint(0, 10, (3, 4))
torch.randint(5, (3,))
torch.randperm(7)
torch.arange(5)
torch.arange(1, 10, 3)
torch.arange(0, 1, 0.25)
torch.arange(5.0)
torch.arange(3, dtype=torch.float32)
torch.linspace(0, 1, 5)
torch.linspace(0, 1, steps=7)
torch.logspace(0, 2, 3)
torch.eye(3)
torch.eye(2, 5)
torch.zeros_like(k)
torch.ones_like(k, dtype=torch.float32)
torch.full_like(m, 2)
torch.rand_like(m)
torch.randn_like(h)
torch.empty_like(q)
m.new_zeros(2, 3)
k.new_ones((5,))
m.new_full((2,), 1)
m.new_empty(4, dtype=torch.int32)
m.new_tensor([1, 2, 3])
torch.tril_indices(4, 4)
torch.triu_indices(3, 4, 1)
torch.hann_window(16)
torch.fft.fftfreq(8)
torch.normal(m, 1.0)
torch.normal(0.0, 1.0, (2, 3))
torch.tensor(3)
torch.tensor(3.0)
torch.tensor([[1, 2], [3, 4]])
torch.tensor([1.0, 2])
torch.tensor([True, False])
torch.tensor([], dtype=torch.long)
torch.tensor([1, 2], dtype=torch.float16)
torch.as_tensor([1, 2, 3])
torch.as_tensor(m, dtype=torch.float64)
torch.Tensor(2, 3)
torch.Tensor([1, 2])
torch.FloatTensor(3)
torch.LongTensor([1, 2])
torch.linalg.inv(sq)
torch.inverse(sq)
torch.det(sq)
torch.linalg.slogdet(sq)
torch.linalg.eigh(sq)
torch.linalg.eigvalsh(sq)
torch.linalg.svd(m)
torch.linalg.svd(m, full_matrices=False)
torch.svd(m)
torch.linalg.svdvals(m)
torch.linalg.qr(m)
torch.linalg.solve(sq, torch.randn(2, 4, 3))
torch.linalg.pinv(m)
torch.linalg.cholesky(sq @ sq.mT + torch.eye(4) * 10)
torch.linalg.matrix_norm(sq)
torch.matrix_exp(sq)
torch.linalg.cross(torch.randn(4, 3), torch.randn(4, 3))
torch.trace(torch.randn(4, 4))
torch.fft.fft(m)
torch.fft.ifft(z)
torch.fft.rfft(m)
torch.fft.rfft(m, n=10, dim=0)
torch.fft.irfft(z)
torch.fft.irfft(z, n=5)
torch.fft.fft2(img)
torch.fft.rfft2(img)
torch.fft.irfft2(torch.fft.rfft2(img))
torch.fft.fftn(vol, dim=(2, 3, 4))
torch.fft.fftshift(m)
torch.stft(torch.randn(2, 400), 64, 16, window=torch.hann_window(64), return_complex=True)
torch.stft(torch.randn(400), 64, return_complex=True)
torch.batch_norm(img, None, None, None, None, True, 0.1, 1e-5, False)
torch.layer_norm(b, (4,))
torch.group_norm(img, 3)
torch.native_layer_norm(b, (4,), None, None, 1e-5)
torch.dropout(m, 0.1, True)
torch._C._nn.gelu(m)
torch._C._nn.silu(m)
torch._C._nn.softplus(m)
torch._C._nn.leaky_relu(m, 0.1)
torch._C._nn.glu(m, 1)
torch.prelu(m, torch.ones(1))
torch._C._nn.mse_loss(m, m)
torch._C._nn.mse_loss(m, m, 0)
torch._C._nn.l1_loss(m, m, 2)
torch._C._nn.binary_cross_entropy(m.sigmoid(), m.sigmoid())
torch.binary_cross_entropy_with_logits(m, m)
torch._C._nn.cross_entropy_loss(m, i)
torch._C._nn.cross_entropy_loss(torch.randn(2, 5, 7), torch.zeros(2, 7, dtype=torch.long), None, 0)
torch._C._nn.nll_loss_nd(m.log_softmax(1), i)
torch.kl_div(m, m)
m.to(torch.float16)
m.half()
k.float()
m.to(k)
m.type(torch.int32)
m.type_as(k)
m.double()
m.bool()
m.long()
m.clone()
m.detach()
m.contiguous()
m.cpu()
m[0]
m[-1]
m[0, 1]
m[1:]
m[:, 1:3]
m[..., 0]
b[0, :, 1]
b[..., None]
b[None]
b[:, None, :, 0]
b[::2]
b[:, 1:, ::3]
b[..., -2:]
m[i]
m[:, torch.tensor([0, 1])]
m[i, i]
m[[0, 2]]
b[:, i]
b[i[:1], :, i[:1]]
b[0, i]
b[:, i, i]
m[k % 3]
m[i[:, None], torch.tensor([0, 1])]
m[torch.tensor([True, False, True])]
m[[True, False, True]]
b[1, ..., 2]
m[True]
m.shape
m.size(1)
b.shape[-1]
len(b)
b.numel()
b.dim()
m.dtype
m.shape[0] * m.shape[1]
list(m.shape)
torch.Size([2, 3])
b.size()[1:]
m.is_floating_point()
m.element_size()
m.nelement()
torch.tensor([1, 2, 3]).tolist()
torch.tensor(5).item()
int(torch.tensor(7))
float(torch.tensor(2))
bool(torch.tensor(0))
[x.item() for x in torch.linspace(0, 1, 3)]
torch.arange(4).tolist()
torch.tensor([3, 1]).sum().item()
(torch.arange(3) * 2).tolist()
torch.cat([torch.tensor([1, 2]), torch.tensor([3])]).tolist()
torch.arange(6).reshape(2, 3)[1].tolist()
torch.arange(6)[1:4].tolist()
torch.zeros(2).tolist()
torch.ones(2, 2).tolist()
torch.tensor([[1, 2], [3, 4]])[1, 0].item()
torch.arange(3).max().item()
(torch.tensor([1, 2]) == torch.tensor([1, 3])).tolist()
torch.tensor([1.5, 2.5]).to(torch.int64).tolist()
torch.cumsum(torch.tensor([1, 2, 3]), 0).tolist()
sum([m, m])
m.add(1)
m.add(m, alpha=2)
torch.add(m, 1)
torch.mul(m, m)
torch.div(k, 2, rounding_mode="floor")
torch.true_divide(k, 2)
torch.remainder(m, 2)
m.addmm(m, n[:, :4])
m.mul_(2)
m.add_(1).shape
torch.empty(3, 4).copy_(m)
torch.empty(3, 4).normal_()
torch.zeros(3).uniform_(-1, 1)
torch.zeros(3, 4).fill_(2)
m.clone().unsqueeze_(0)
m.clone().t_()
torch.lstm_cell(torch.randn(3, 4), (torch.randn(3, 5), torch.randn(3, 5)), torch.randn(20, 4), torch.randn(20, 5))
torch.gru_cell(torch.randn(3, 4), torch.randn(3, 5), torch.randn(15, 4), torch.randn(15, 5))
torch.finfo(torch.float32).max
torch.finfo(torch.float16).min
torch.iinfo(torch.int32).max
torch.promote_types(torch.int32, torch.float16)
torch.result_type(k, 1.0)
torch.broadcast_shapes((2, 1), (3,))
torch.is_tensor(m)
torch.float32 == torch.float
torch.device("cuda:1").index
torch.device("cpu").type
m.device.type
torch.numel(m)
torch.sum(m, dim=0)
torch.sum(input=m, dim=1)
torch.mean(m, axis=0)
torch.squeeze(torch.zeros(1, 2))
torch.unsqueeze(m, dim=1)
torch.transpose(m, 0, 1)
torch.nan_to_num(m)
torch.square(k)
torch.rsqrt(k.float())
torch.logaddexp(m, m)
torch.xlogy(m, m)
torch.special.expm1(m)
torch.special.entr(m)
torch.ones(2, 3).mean(0, True)
""".strip().splitlines()


def show(value):
    if isinstance(value, torch.Tensor):
        return str(value.dtype).removeprefix("torch.") + "[" + ",".join(map(str, value.shape)) + "]"
    if isinstance(value, (tuple, list)):
        return "(" + ",".join(show(v) for v in value) + ")"
    if isinstance(value, torch.dtype):
        return str(value)
    if isinstance(value, float):
        return "inf" if math.isinf(value) else f"{value:.6g}"
    return str(value)


def main():
    torch.manual_seed(0)
    print("# By tools/models/check_shapes.py from PyTorch", torch.__version__.split("+")[0] + ".")
    for line in SETUP.strip().splitlines():
        print("setup\t" + line)
    for expression in EXPRESSIONS:
        names = {"torch": torch}
        exec(SETUP, names)
        try:
            print(expression + "\t" + show(eval(expression, names)))
        except Exception as error:
            print(f"{expression}: {error}", file=sys.stderr)


if __name__ == "__main__":
    main()
