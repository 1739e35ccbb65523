import torch


def build(make):
    torch.compile(make())  # refused: is not known
    return make


def main(make):
    build(make)
    return 1


import sys

build(sys.argv)
