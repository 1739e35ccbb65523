import logging

import torch
import torch.nn.functional as F

logger = logging.getLogger(__name__)


def loss_of(model, x, y):
    return F.mse_loss(model(x), y)


def train_step(model, x, y, step, every=10):
    loss = loss_of(model, x, y)
    if step % every == 0:
        logger.info("step %d loss %.4f", step, loss.item())
    return loss
