import { parseArgs } from 'node:util'
import { randomFrom } from '../src/testing/random.ts'
import { randomQuery } from '../src/testing/random-queries.ts'
import { closeWorld, judge, makeWorld } from './compare.ts'
import { shrink } from './shrink.ts'

/**
 * `fuzz gate --minutes N --seed S`: runs random queries under random rules on random databases and compares them with
 * physically filtered and masked copies. The seed reproduces a run. A failure is minimized and ends the run with status
 * 1.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: 'string', default: '1' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  })
  if (positionals.length > 0 && positionals[0] !== 'gate') {
    console.error('Unknown target. Usage: npm run fuzz -- gate [--minutes N] [--seed S]')
    return 2
  }
  const until = performance.now() + Number(values.minutes) * 60_000
  const counts: Record<string, number> = { equal: 0, refused: 0, 'not-runnable': 0 }
  for (let seed = Number(values.seed); performance.now() < until; seed++) {
    const failed = await fuzzWorld(seed, counts)
    if (failed) return 1
  }
  console.log(JSON.stringify({ seed: Number(values.seed), ...counts }))
  return 0
}

const queriesOfWorld = 100

async function fuzzWorld(seed: number, counts: Record<string, number>): Promise<boolean> {
  const world = makeWorld(seed)
  const random = randomFrom(seed + 1)
  try {
    for (let round = 0; round < queriesOfWorld; round++) {
      const sql = randomQuery(random)
      const verdict = await judge(sql, world)
      if (verdict.kind !== 'wrong') {
        counts[verdict.kind] = (counts[verdict.kind] ?? 0) + 1
        continue
      }
      const [kind] = verdict.why.split(' ')
      const small = await shrink(sql, async (shorter) => {
        const again = await judge(shorter, world)
        return again.kind === 'wrong' && again.why.startsWith(kind!)
      })
      const last = await judge(small, world)
      console.error(
        JSON.stringify(
          { seed, round, sql, small, verdict: last, policies: world.policies, principal: world.principal },
          null,
          2,
        ),
      )
      return true
    }
    return false
  } finally {
    closeWorld(world)
  }
}

process.exitCode = await main()
