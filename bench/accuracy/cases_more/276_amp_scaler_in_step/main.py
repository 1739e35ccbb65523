import torch
import torch.nn.functional as F


def objective(model, x, y):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        return F.mse_loss(model(x).float(), y)


def amp_step(model, scaler, x, y):
    loss = objective(model, x, y)
    scaler.scale(loss).backward()
    return loss.detach()


def main():
    model = torch.nn.Linear(4, 1)
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu")
    fast = torch.compile(amp_step)
    for _ in range(2):
        fast(model, scaler, torch.randn(2, 4), torch.randn(2, 1))
        scaler.step(opt)
        scaler.update()
        opt.zero_grad()


if __name__ == "__main__":
    main()
