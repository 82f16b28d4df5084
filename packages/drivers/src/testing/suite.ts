import { createHash } from 'node:crypto'
import { takesAll, testSeed } from '../../../contract/src/testing/test-sample.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EngineUnderTest } from './engine.ts'
import { describeCatalogue } from './suite/catalogue.ts'
import type { Check, SuiteContext } from './suite/check.ts'
import { describeConnection } from './suite/connection.ts'
import { describeLimits } from './suite/limits.ts'
import { describeQuery } from './suite/query.ts'
import { describeSafety } from './suite/safety.ts'

/**
 * The rules for every driver, run against the real engine. A test that doesn't apply is skipped with the engine's
 * reason.
 */
export function describeDriver(engine: EngineUnderTest): void {
  describe(`${engine.name} driver`, () => {
    const context = useEngine(engine)
    const titles = new Set<string>()
    const check: Check = (title, run) => {
      titles.add(title)
      if (engine.needsRealEngine?.[title]) return
      it(`${title}`, async (test) => {
        const reason = engine.skips[title]
        if (reason) test.skip(reason)
        expect.hasAssertions()
        await run(context)
      })
    }
    const checkLarge: Check = (title, run) => (takesLargeData(engine) ? check(title, run) : titles.add(title))
    describeConnection(engine, check)
    describeCatalogue(engine, check)
    describeQuery(engine, check, checkLarge)
    describeLimits(engine, check, checkLarge)
    describeSafety(engine, check)
    it('skips only tests that exist', () => {
      const named = { ...engine.skips, ...engine.needsRealEngine }
      expect(Object.keys(named).filter((title) => !titles.has(title))).toEqual([])
    })
  })
}

/** Large data takes half of a driver's time, so `npm test` draws a third of the drivers for it, by the seed. */
function takesLargeData({ name }: EngineUnderTest): boolean {
  const drawn = createHash('sha256').update(name).digest().readUInt32BE() % 3
  return takesAll || drawn === testSeed % 3
}

function useEngine(engine: EngineUnderTest): SuiteContext {
  const context = {} as SuiteContext
  let skip: string | null = null
  beforeAll(async () => {
    const started = await engine.start()
    if ('skip' in started) return void (skip = started.skip)
    context.session = started
    context.driver = await engine.loadDriver()
  })
  beforeEach(async (test) => {
    if (skip !== null) test.skip(skip)
    context.connection = await context.driver.connect(context.session.config)
  })
  afterEach(() => context.connection?.close())
  afterAll(() => context.session?.stop())
  return context
}
