import torch
import monai.losses as L

torch.manual_seed(0)
losses = {
    "dice": L.DiceLoss(sigmoid=True),
    "gdice": L.GeneralizedDiceLoss(softmax=True, to_onehot_y=True),
    "focal": L.FocalLoss(to_onehot_y=True, gamma=2.0),
    "tversky": L.TverskyLoss(sigmoid=True),
    "ssim": L.SSIMLoss(spatial_dims=2),
    "cldice": L.SoftclDiceLoss(),
}


def total(pred, label, onehot):
    out = losses["dice"](pred, onehot) + losses["gdice"](pred, label) + losses["focal"](pred, label)
    out = out + losses["tversky"](pred, onehot) + losses["ssim"](pred.sigmoid(), onehot)
    return out + losses["cldice"](pred.sigmoid(), onehot)


fast = torch.compile(total)
for size in (24, 32):
    label = torch.randint(0, 2, (2, 1, size, size))
    onehot = torch.nn.functional.one_hot(label[:, 0], 2).permute(0, 3, 1, 2).float()
    value = fast(torch.randn(2, 2, size, size), label, onehot)
