/** Whether this run takes every case of the large corpora, as `npm run test:all` does. */
export const takesAll = process.env.PARLANCE_TEST_ALL === '1'

/** What the samples of this run are drawn with: `PARLANCE_TEST_SEED`, else the date. */
export const testSeed = Number(
  process.env.PARLANCE_TEST_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''),
)

/** Names the part of a corpus that a run takes, for the name of its test. */
export const sampleName = (every: number): string => (takesAll ? 'all' : `every ${every}th, seed ${testSeed}`)

/** Each `every`th case from a start that the seed decides; all of them in `npm run test:all`. */
export function testSample<Case>(cases: readonly Case[], every: number): Case[] {
  return takesAll ? [...cases] : cases.filter((_, index) => index % every === testSeed % every)
}
