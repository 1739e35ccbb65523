import logging
import time

import torch
import torch.nn as nn

log = logging.getLogger(__name__)


class Net(nn.Module):
    def __init__(self, dim, verbose=False):
        super().__init__()
        self.lin = nn.Linear(dim, dim)
        self.verbose = verbose

    def log(self, text):
        if self.verbose:
            log.info("%s at %f", text, time.time())

    def forward(self, x):
        self.log("start")
        y = self.lin(x)
        if __debug__ and self.verbose:
            print(y.mean().item())
        self.log("done")
        return y


if __name__ == "__main__":
    torch.compile(Net(4))(torch.randn(2, 4))
