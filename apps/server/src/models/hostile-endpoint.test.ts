import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testHalf } from '../../../../packages/contract/src/testing/test-sample.ts'
import {
  startHostileEndpoint,
  type HostileBehavior,
  type HostileEndpoint,
} from '../testing/model-stand-ins/hostile-endpoint.ts'
import { programFlags } from '../testing/program-flags.ts'
import type { VictimCall, VictimReport } from '../testing/model-victim.ts'
import type { ModelVendorId } from './vendor.ts'

const vendorIds: ModelVendorId[] = ['google', 'openai', 'anthropic', 'openai-compatible']
const victimPath = fileURLToPath(new URL('../testing/model-victim.ts', import.meta.url))
let endpoint: HostileEndpoint
let victim: ChildProcess

beforeAll(async () => {
  endpoint = await startHostileEndpoint()
  const execArgv = [...programFlags, '--expose-gc']
  victim = fork(victimPath, { execArgv })
  // Code and reusable buffers that the first call loads don't count as growth.
  for (const vendor of vendorIds) for (const ask of ['answer', 'list'] as const) await attack(vendor, 'error-body', ask)
})

afterAll(() => {
  victim.kill()
  endpoint.close()
})

async function attack(
  vendor: ModelVendorId,
  behavior: HostileBehavior,
  ask: VictimCall['ask'] = 'answer',
): Promise<VictimReport> {
  const choice = { provider: vendor, model: 'm', apiKey: 'key', baseUrl: endpoint.baseUrl(vendor, behavior) }
  const silenceMs = behavior === 'silence' ? 50 : 60_000
  victim.send({ choice, ask, silenceMs } satisfies VictimCall)
  const [report] = (await once(victim, 'message')) as [VictimReport]
  return report
}

const outcomes: [HostileBehavior, title: string, code: string, words: RegExp][] = [
  ['error-body', 'an error of a gigabyte', 'model_failed', /rejected the request/],
  ['line', 'a line of a gigabyte', 'model_failed', /^The model sent more than 4 MB in one piece, so Parlance/],
  ['data-lines', 'an event of a gigabyte', 'model_failed', /^The model sent more than 4 MB in one piece, so Parlance/],
  ['events', 'empty events without end', 'model_failed', /^The model sent more than 8 MB for one answer, so Parlance/],
  ['headers', 'headers without end', 'model_failed', /^The model sent too many headers, so Parlance stopped/],
  ['early-hints', 'early hints without end', 'model_failed', /^The model sent too many headers, so Parlance stopped/],
  ['compressed', 'a small answer that unpacks to much', 'model_failed', /^The model sent a compressed answer/],
  ['silence', 'headers and nothing else', 'model_failed', /took too long/],
]

const lists: [HostileBehavior, words: RegExp][] = [
  ['list', /sent more than 4 MB in one piece, so Parlance stopped/],
  ['error-body', /returned the status 400/],
  ['headers', /sent too many headers, so Parlance stopped/],
  ['compressed', /sent a compressed answer/],
]

describe.each(vendorIds)('a hostile endpoint posing as %s', (vendor) => {
  test.each(testHalf(outcomes, vendorIds.indexOf(vendor)))(
    'R25 stops reading and keeps memory stable: %s, %s',
    async (behavior, _title, code, words) => {
      const report = await attack(vendor, behavior)
      expect(report).toMatchObject({ code, detail: expect.stringMatching(words) })
      expect(report.grownMegabytes).toBeLessThanOrEqual(50)
    },
  )

  test.each(testHalf(lists, vendorIds.indexOf(vendor)))(
    'R25 stops reading a list of models as %s, and keeps memory stable',
    async (behavior, words) => {
      const report = await attack(vendor, behavior, 'list')
      expect(report).toMatchObject({ code: 'model_failed', detail: expect.stringMatching(words) })
      expect(report.grownMegabytes).toBeLessThanOrEqual(50)
    },
  )
})
