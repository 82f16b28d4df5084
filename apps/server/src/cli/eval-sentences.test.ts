import { describe, expect, test } from 'vitest'
import { testDataFolder, testDataReason } from '../../../../packages/contract/src/testing/test-data.ts'
import { sampleName, takesAll, testSample } from '../../../../packages/contract/src/testing/test-sample.ts'
import { isShown, readSentences, sentenceGroups } from './sentence-cases.ts'

/** The recorded floor: the highest shares that are wrong, in percent. A change may lower them. */
const floors = {
  tuned: { shown: 1, removed: 1 },
  development: { shown: 3.4, removed: 7.3 },
  'held-out': { shown: 11.5, removed: 19.5 },
  long: { shown: 20, removed: 31 },
  'long-held-out': { shown: 53, removed: 34 },
} as const

const every = 8
/** A sample may have this many more by chance: three standard deviations. */
const withChance = (count: number) => (takesAll ? count : count + Math.ceil(3 * Math.sqrt(Math.max(1, count))))
const data = testDataFolder()
const cases = data === null ? [] : await readSentences(data)

describe.skipIf(data === null)(`sentences of answers (${data === null ? testDataReason : sampleName(every)})`, () => {
  test.each(sentenceGroups)('shows few untrue and removes few true sentences: %s', (group) => {
    const own = cases.filter((one) => one.group === group)
    const sampled = testSample(own, every)
    const wrong = sampled.filter((one) => isShown(one) !== one.isTrue)
    const counted = (isTrue: boolean) => wrong.filter((one) => one.isTrue === isTrue).length
    const limit = (isTrue: boolean, percent: number) =>
      withChance(Math.floor((sampled.filter((one) => one.isTrue === isTrue).length * percent) / 100))
    expect(counted(false)).toBeLessThanOrEqual(limit(false, floors[group].shown))
    expect(counted(true)).toBeLessThanOrEqual(limit(true, floors[group].removed))
  })

  test('covers many kinds of true and untrue sentences', () => {
    const kinds = (isTrue: boolean) =>
      new Set(cases.filter((one) => one.isTrue === isTrue).map(({ kind }) => kind)).size
    expect(kinds(true)).toBeGreaterThanOrEqual(60)
    expect(kinds(false)).toBeGreaterThanOrEqual(60)
  })
})

test('reads the sentences whose results are stored even without the test data', async () => {
  const stored = testSample(await readSentences(null), 3 * every)
  expect(stored.length).toBeGreaterThan(0)
  expect(stored.filter((one) => one.isTrue && !isShown(one)).length).toBeLessThan(stored.length / 10)
})
