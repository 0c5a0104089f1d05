/** CPU time of this process so far, in milliseconds: what else the machine does is not in it. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The least of three runs: a garbage collection that falls into one is no cost of the work. */
export function leastOfThree(run: () => number): number {
  return Math.min(run(), run(), run());
}
