"""Teach a player what a bot does, so that `train.py` can go on from there.

python examples/training/imitate.py covert medium --teacher hard --file trained.zip
"""

import argparse
import time
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from train import learner, measure

BATCH = 512
HELD_OUT = 20  # one in so many blocks of 500 decisions is held out of the fit
OWN = 0.7  # the share of the games that the learner plays itself, after the first round


class Lessons(NamedTuple):
    """Decisions, a row each."""

    seen: NDArray[Any]
    masks: NDArray[Any]  # as bits
    answers: NDArray[Any]  # what the teacher would do
    worth: NDArray[Any]  # what the game brings from there on, later rewards discounted


def lessons(model: Any, teacher: Any, decisions: int, own: float, rng: Any) -> Lessons:
    """Return what the teacher would do in games that it plays itself. In the share `own` of them
    the learner plays, since it reaches positions that its teacher would avoid."""
    env = model.env.envs[0]
    encoding = env.unwrapped.encoding
    rows: list[Any] = []
    worth: list[float] = []
    while len(rows) < decisions:
        seen, _ = env.reset(seed=int(rng.integers(1 << 40)))
        over, rewards, alone = False, [], rng.random() < own
        while not over:
            seat, mask = env.unwrapped.seat, env.action_masks()
            view = env.unwrapped.state_of_game.view(seat)
            answer = encoding.number(teacher.choose(view, int(rng.integers(1 << 63))), seat)
            rows.append((seen.astype(np.float16), np.packbits(mask), answer))
            action = model.predict(seen, action_masks=mask)[0] if alone else answer
            seen, reward, over, *_ = env.step(action)
            rewards.append(reward)
        later = accumulate(rewards[::-1], lambda total, reward: reward + model.gamma * total)
        worth.extend(list(later)[::-1])
    seen, masks, answers = map(np.stack, zip(*rows, strict=True))
    return Lessons(seen, masks, answers, np.array(worth, np.float32))


def fit(model: Any, taught: Lessons, passes: int, rng: Any) -> float:
    """Fit the policy to the answers and its values to the worth of positions; return how often it
    answers like the teacher where it was not fitted."""
    policy, rows = model.policy, np.arange(len(taught.answers))
    held = rows // 500 % HELD_OUT == 0
    optimizer = torch.optim.AdamW(policy.parameters(), lr=5e-4, weight_decay=0.01)
    decay = torch.optim.lr_scheduler.LinearLR(optimizer, 1, 0.1, passes)

    def batches(rows: NDArray[Any]) -> Any:
        for some in np.array_split(rows, max(1, len(rows) // BATCH)):
            seen, masks, answers, worth = (column[some] for column in taught)
            allowed = np.unpackbits(masks, axis=1, count=model.action_space.n).astype(bool)
            inputs = torch.as_tensor(seen.astype(np.float32))
            yield inputs, allowed, torch.as_tensor(answers), torch.as_tensor(worth)

    for _ in range(passes):
        for inputs, allowed, answers, worth in batches(rng.permutation(rows[~held])):
            values, log_chances, _ = policy.evaluate_actions(inputs, answers, allowed)
            loss = torch.nn.functional.smooth_l1_loss(values.flatten(), worth) - log_chances.mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        decay.step()
    right = 0
    for inputs, allowed, answers, _ in batches(rows[held]):
        with torch.no_grad():
            right += int((policy._predict(inputs, True, allowed) == answers).sum())
    return right / int(held.sum())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="covert or covert-action")
    parser.add_argument("opponent", help="the bot in the other seats, such as greedy")
    parser.add_argument("--teacher", default="greedy", help="the bot to learn from")
    parser.add_argument("--rounds", type=int, default=4, help="of lessons")
    parser.add_argument("--decisions", type=int, default=40_000, help="of each round")
    parser.add_argument("--passes", type=int, default=4, help="over all lessons, after each round")
    parser.add_argument("--deals", type=int, default=100, help="of each measurement")
    parser.add_argument("--file", type=Path, default=Path("trained.zip"), help="kept here")
    given = parser.parse_args()
    model, make = learner(given.game, given.opponent, given.file)
    teacher = make().setup.catalogue.make(given.teacher)
    rng, pieces, started = np.random.default_rng(1), [], time.monotonic()
    print("decisions seconds like_teacher share +-")
    for number in range(given.rounds):
        own = OWN if number else 0
        pieces.append(lessons(model, teacher, given.decisions, own, rng))
        taught = Lessons(*map(np.concatenate, zip(*pieces, strict=True)))
        right = fit(model, taught, given.passes, rng)
        model.save(given.file)
        share, half = measure(model, make, given.deals)
        seconds = time.monotonic() - started
        print(f"{len(taught.answers)} {seconds:.0f} {right:.3f} {share:.3f} {half:.3f}", flush=True)
