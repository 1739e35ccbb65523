"""Builds the C++ library against the LibTorch of the torch that is imported: once for each version of torch and of the sources."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from typing import List, Optional

import torch

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = ("observer.cpp", "interposer.cpp")


class BuildError(RuntimeError):
    """There is no compiler, or it refused."""


def compiler() -> Optional[str]:
    """$CXX, g++ or clang++; None when there is none."""
    for name in (os.environ.get("CXX"), "g++", "c++", "clang++"):
        if name and shutil.which(name):
            return shutil.which(name)
    return None


def cache_folder() -> str:
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.environ.get("GRAPHLIFT_CACHE") or os.path.join(base, "graphlift")


def library_path() -> str:
    """Where the library for this torch and these sources is, or will be."""
    text = hashlib.blake2b(digest_size=8)
    for name in SOURCES + ("bridge.h", "build.py"):
        with open(os.path.join(HERE, name), "rb") as f:
            text.update(f.read())
    text.update(os.path.dirname(torch.__file__).encode())
    return os.path.join(cache_folder(), f"operators-torch-{torch.__version__}-{text.hexdigest()}.so")


def command(cxx: str, output: str) -> List[str]:
    """NDEBUG: as the wheels are built, or the layout of RecordFunction differs."""
    root = os.path.dirname(torch.__file__)
    includes = [f"-I{root}/include", f"-I{root}/include/torch/csrc/api/include"]
    abi = [f"-D_GLIBCXX_USE_CXX11_ABI={int(torch.compiled_with_cxx11_abi())}"]
    link = [f"-L{root}/lib", f"-Wl,-rpath,{root}/lib", "-ltorch_cpu", "-lc10"]
    sources = [os.path.join(HERE, s) for s in SOURCES]
    return [cxx, "-std=c++20", "-O2", "-DNDEBUG", "-fPIC", "-shared", "-w", *abi, *includes, *sources, *link, "-o", output]


def build() -> str:
    """The path of the library, built if it is not there yet. Raises BuildError with what to do."""
    path = library_path()
    if os.path.exists(path):
        return path
    cxx = compiler()
    if cxx is None:
        raise BuildError("no C++ compiler was found: install g++ 12 or later (or clang), or name one in $CXX")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    handle, partial = tempfile.mkstemp(suffix=".so", dir=os.path.dirname(path))
    os.close(handle)
    try:
        done = subprocess.run(command(cxx, partial), capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise BuildError(f"{cxx} could not build the operator library for torch {torch.__version__}:\n{done.stderr[-3000:]}")
        os.replace(partial, path)
    finally:
        if os.path.exists(partial):
            os.unlink(partial)
    return path
