import torch
from monai.networks.nets import AutoencoderKL, PatchDiscriminator
from monai.losses import PatchAdversarialLoss

torch.manual_seed(0)
ae = AutoencoderKL(
    spatial_dims=2, in_channels=1, out_channels=1, channels=(8, 16), latent_channels=3, num_res_blocks=1,
    attention_levels=(False, False), norm_num_groups=4, with_encoder_nonlocal_attn=False, with_decoder_nonlocal_attn=False,
)
disc = PatchDiscriminator(spatial_dims=2, channels=8, in_channels=1, num_layers_d=2)
adv = PatchAdversarialLoss(criterion="least_squares")
opt = torch.optim.Adam(ae.parameters(), lr=1e-4)


def generator_loss(images):
    recon, mu, sigma = ae(images)
    kl = 0.5 * torch.sum(mu.pow(2) + sigma.pow(2) - torch.log(sigma.pow(2)) - 1, dim=[1, 2, 3]).mean()
    logits_fake = disc(recon)[-1]
    return torch.nn.functional.l1_loss(recon, images) + 1e-6 * kl + 0.01 * adv(logits_fake, target_is_real=True, for_discriminator=False)


compiled = torch.compile(generator_loss)
for _ in range(2):
    loss = compiled(torch.rand(2, 1, 32, 32))
    loss.backward()
    opt.step()
    opt.zero_grad()
