import numpy as np
import pandas as pd
import torch
import torch.nn as nn
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler


def load():
    x, y = make_classification(n_samples=60, n_features=8, n_informative=4, random_state=0)
    table = pd.DataFrame(x, columns=[f"f{i}" for i in range(8)])
    table["label"] = y
    train, test = train_test_split(table, test_size=0.2, random_state=0)
    scaler = StandardScaler().fit(train.drop(columns="label"))
    xs = scaler.transform(train.drop(columns="label")).astype(np.float32)
    return torch.from_numpy(xs), torch.tensor(train["label"].to_numpy())


class Tabular(nn.Module):
    def __init__(self, n_features, hidden=16):
        super().__init__()
        self.norm = nn.BatchNorm1d(n_features)
        self.fc1, self.fc2 = nn.Linear(n_features, hidden), nn.Linear(hidden, 2)

    def forward(self, x):
        return self.fc2(torch.relu(self.fc1(self.norm(x))))


def main():
    torch.manual_seed(0)
    x, y = load()
    model = Tabular(x.shape[1]).train()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    fast = torch.compile(model)
    for epoch in range(2):
        for i in range(0, len(x), 16):
            loss = nn.functional.cross_entropy(fast(x[i:i + 16]), y[i:i + 16])
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
        print(epoch, loss.item())


if __name__ == "__main__":
    main()
