"""Train a player against a bot with MaskablePPO of SB3-Contrib, and measure it as it learns.

python examples/training/train.py covert-action greedy
"""

import argparse
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

from covert_bots.envs import covert_action_v0, covert_v0

GAMES: dict[str, tuple[Any, int, dict[str, float]]] = {
    "covert": (covert_v0.single_env, 50, {"gamma": 0.99, "ent_coef": 0.001, "learning_rate": 1e-4}),
    "covert-action": (covert_action_v0.single_env, 2, {"gamma": 0.95, "ent_coef": 0.01}),
}
"""By game: the environment, the lead in points worth a victory, and the settings of the learner."""
SIZES = {"n_steps": 1024, "batch_size": 4096, "n_epochs": 6}
MEASURED = 1 << 40  # the first deal to measure on; those of training are others


class Lead(gymnasium.Wrapper):
    """A game that rewards, besides the victory, each point of lead over the mean of the others."""

    def __init__(self, env: Any, points: int) -> None:
        super().__init__(env)
        self.points = points
        self.action_masks = env.unwrapped.action_masks

    def lead(self) -> float:
        scores, own = self.unwrapped.state_of_game.scores(), self.unwrapped.seat
        return float(scores[own] - (sum(scores) - scores[own]) / (len(scores) - 1)) / self.points

    def step(self, action: Any) -> Any:
        before = self.lead()
        seen, reward, *rest = super().step(action)
        return seen, reward + self.lead() - before, *rest


def measure(model: Any, make: Any, deals: int) -> tuple[float, float]:
    """Return the learner's share of the victories and half its 95% interval: each deal is played
    once from each seat, and counts as one observation."""
    shares = np.zeros((deals, make().unwrapped.setup.players))
    for seat in range(shares.shape[1]):
        games = {deal: make(seat=seat) for deal in range(deals)}
        seen = {deal: game.reset(seed=MEASURED + deal)[0] for deal, game in games.items()}
        while games:
            masks = np.stack([game.action_masks() for game in games.values()])
            rows = np.stack([seen[deal] for deal in games])
            chosen, _ = model.predict(rows, action_masks=masks, deterministic=True)
            for (deal, game), action in zip(list(games.items()), chosen, strict=True):
                seen[deal], _, over, *_ = game.step(action)
                if over:
                    winners = games.pop(deal).state_of_game.winners()
                    shares[deal, seat] = (seat in winners) / len(winners)
    half = 1.96 * shares.mean(axis=1).std(ddof=1) / deals**0.5
    return float(shares.mean()), float(half)


def learner(game: str, opponent: str, file: Path) -> tuple[Any, Any]:
    """Return the learner of the file, or an untrained one, and a function that makes its games."""
    single_env, points, pace = GAMES[game]

    def make(**options: Any) -> Any:
        return single_env(opponent=opponent, observations="flat", **options)

    envs = DummyVecEnv([lambda: Lead(make(), points)] * 16)
    if file.exists():
        return MaskablePPO.load(file, envs), make
    net = {"net_arch": [256, 256]}
    return MaskablePPO("MlpPolicy", envs, policy_kwargs=net, seed=1, **SIZES, **pace), make


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("opponent", help="the bot in the other seats, such as greedy")
    parser.add_argument("--steps", type=int, default=500_000, help="in all")
    parser.add_argument("--every", type=int, default=65_536, help="steps between measurements")
    parser.add_argument("--deals", type=int, default=200, help="of each measurement")
    parser.add_argument("--file", type=Path, default=Path("trained.zip"), help="kept here")
    given = parser.parse_args()
    model, make = learner(given.game, given.opponent, given.file)
    started = time.monotonic()
    print("steps seconds share +-")
    while True:
        share, half = measure(model, make, given.deals)
        seconds = time.monotonic() - started
        print(f"{model.num_timesteps} {seconds:.0f} {share:.3f} {half:.3f}", flush=True)
        if model.num_timesteps >= given.steps:
            break
        model.learn(given.every, reset_num_timesteps=False)
        model.save(given.file)
