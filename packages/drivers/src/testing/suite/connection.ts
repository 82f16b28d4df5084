import { expect } from 'vitest'
import { testStages, type TestStage } from '../../contract.ts'
import { placeOf } from '../../place.ts'
import type { EngineUnderTest } from '../engine.ts'
import { failureOf } from '../read.ts'
import type { Check } from './check.ts'

/** Checks connecting, the stages of a connection test, and the identity of the database. */
export function describeConnection(engine: EngineUnderTest, check: Check): void {
  check('tests a connection in stages and counts its tables', async ({ connection }) => {
    const stages: TestStage[] = []
    const report = await connection.test((stage) => stages.push(stage))
    expect(stages).toEqual(testStages.filter((stage) => stages.includes(stage)))
    expect(stages.at(0)).toBe('resolve')
    expect(stages.at(-1)).toBe('list-tables')
    expect(report.tableCount).toBe(5)
    expect(report.engine).toMatch(/\d/)
  })

  check('runs two tests of one connection at once', async ({ connection }) => {
    const reports = await Promise.all([connection.test(() => {}), connection.test(() => {})])
    expect(reports.map((report) => report.tableCount)).toEqual([5, 5])
  })

  check('R24 identifies the physical database the same way over every connection', async (context) => {
    const { driver, session, connection } = context
    const other = await driver.connect(session.config)
    const [first, second] = await Promise.all([connection.identify?.(), other.identify?.()])
    await other.close()
    expect(second).toEqual(first)
    expect([...(first ?? []), placeOf(driver.manifest, session.config)].filter(Boolean)).not.toEqual([])
  })

  for (const failure of engine.failures) {
    check(`names what is wrong: ${failure.title}`, async ({ driver, session }) => {
      const config = await failure.change({ ...session.config })
      const error = await failureOf(async () => (await driver.connect(config)).test(() => {}))
      expect(error).toMatchObject({ kind: failure.kind, stage: failure.stage })
      if (failure.message) expect(error.message).toMatch(failure.message)
    })
  }

  check('R14 refuses options that its form does not have', async ({ driver, session }) => {
    const config = { ...session.config, initScript: '/etc/passwd', local_infile: true }
    expect(driver.manifest.configSchema.safeParse(session.config).success).toBe(true)
    expect(driver.manifest.configSchema.safeParse(config).success).toBe(false)
    await expect(driver.connect(config)).rejects.toThrow(/unrecognized/i)
  })
}
