"""Every door through which data of strangers comes in, and a fuzzer before each."""
