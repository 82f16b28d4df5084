/** Whether this run includes every case of the large corpora, like `npm run test:all`. */
export const takesAll = process.env.PARLANCE_TEST_ALL === '1'

/** Seed of the samples of this run: `PARLANCE_TEST_SEED`, or the date. */
export const testSeed = Number(
  process.env.PARLANCE_TEST_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''),
)

/** Requests sent at once to check a limit under concurrency. */
export const crowd = takesAll ? 100 : 20

/** @returns the part of a corpus that a run includes, for the name of its test */
export const sampleName = (every: number): string => (takesAll ? 'all' : `one in ${every}, seed ${testSeed}`)

/** @returns every nth case, from a start that the seed decides, or all of them in `npm run test:all` */
export function testSample<Case>(cases: readonly Case[], every: number): Case[] {
  return takesAll ? [...cases] : cases.filter((_, index) => index % every === testSeed % every)
}

/**
 * Shares cases among groups that behave the same, such as two stores: neighboring groups get the halves.
 * @returns every second case, from a start that the seed and the group decide, or all of them in `npm run test:all`
 */
export function testHalf<Case>(cases: readonly Case[], group: number): Case[] {
  return takesAll ? [...cases] : cases.filter((_, index) => (index + group + testSeed) % 2 === 0)
}
