import logging
import warnings

import torch
import torch.nn as nn

logger = logging.getLogger(__name__)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = nn.Linear(4, 4)

    def forward(self, x):
        y = self.proj(x)
        # shapes first
        print("block", tuple(y.shape))
        if x.shape[0] > 1:
            logger.warning(
                "a batch of %d",
                x.shape[0],
            )
            warnings.warn("batched")
        for i in range(2):
            print(i)  # rounds
        return y.relu()


torch.manual_seed(0)
block = torch.compile(Block())
block(torch.ones(2, 4))
