import torch
from monai.metrics import DiceMetric, compute_confusion_matrix_metric, compute_iou, get_confusion_matrix
from monai.networks.nets import HighResNet

torch.manual_seed(0)
net = HighResNet(spatial_dims=2, in_channels=1, out_channels=3, layer_params=(
    {"name": "conv_0", "n_features": 4, "kernel_size": 3}, {"name": "res_1", "n_features": 4, "kernels": (3, 3), "repeat": 1},
    {"name": "conv_1", "n_features": 4, "kernel_size": 1}, {"name": "conv_2", "kernel_size": 1},
)).eval()
dice = DiceMetric(include_background=False, reduction="mean")


@torch.compile
def report(image, label):
    onehot = torch.nn.functional.one_hot(net(image).argmax(1), 3).movedim(-1, 1)
    confusion = get_confusion_matrix(onehot, label)
    return compute_iou(onehot, label), compute_confusion_matrix_metric("sensitivity", confusion), dice(onehot, label)


with torch.no_grad():
    label = torch.nn.functional.one_hot(torch.randint(0, 3, (2, 16, 16)), 3).movedim(-1, 1)
    out = report(torch.rand(2, 1, 16, 16), label)
    print(dice.aggregate())
