"""Tests of the games for TextArena; skipped where the extra `textarena` is not installed."""
