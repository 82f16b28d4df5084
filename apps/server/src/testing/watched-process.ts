import { pbkdf2Sync } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { startWatchdog } from '../watchdog/watchdog.ts'

/* A process with a watchdog that does what its first argument names. The next ones are the watchdog's limits in
   milliseconds, and how long it waits for a stack. */
const [name = '', cpuMs, wallMs, answerMs] = process.argv.slice(2)
const limits = { cpuMs: Number(cpuMs), wallMs: Number(wallMs) }
const log = { error: (problem: unknown) => process.stderr.write(JSON.stringify(problem)) }
const watchdog = startWatchdog(limits, log, Number(answerMs))

const scenarios: Record<string, () => unknown> = {
  loop: loopForever,
  promises: async () => {
    for (;;) await Promise.resolve()
  },
  // oxlint-disable-next-line regexp/no-super-linear-backtracking -- The watchdog must end exactly this.
  regex: () => /^(a+)+$/.test(`${'a'.repeat(60)}b`),
  wait: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  statement: () =>
    new DatabaseSync(':memory:')
      .prepare('WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n')
      .get(),
  hash: () => pbkdf2Sync('password', 'salt', 2 ** 31 - 1, 64, 'sha512'),
  'short tasks': workInPieces,
  idle: () => process.stdin.on('data', () => process.stdout.write('beat\n')),
}

function loopForever(): never {
  for (;;);
}

/** Uses three times the limit of processor time, a little at a time. */
function workInPieces(): void {
  const done = () => process.cpuUsage().user / 1000 > 3 * limits.cpuMs
  const work = () => {
    for (let i = 0; i < 2e6; i++) Math.sqrt(i)
    if (done()) void watchdog.stop().then(() => process.exit(0))
    else setImmediate(work)
  }
  work()
}

process.stdout.write('started\n')
// The test reads the line above first, and the stack begins with a function of this file.
setImmediate(() => scenarios[name]?.())
