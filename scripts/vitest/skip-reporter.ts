import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Collects what was skipped, each with its reason, into the file that `npm test` reads for its closing list. */
export default class SkipReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env.PARLANCE_TEST_SUMMARY
    if (!file) return
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const inState = (state: string) => tests.filter((test) => test.result().state === state)
    const summary = {
      passed: inState('passed').length,
      failed: inState('failed').length,
      skipped: inState('skipped').map((test) => ({
        name: `${test.module.relativeModuleId} > ${test.fullName}`,
        reason: reasonOf(test),
      })),
    }
    writeFileSync(file, JSON.stringify(summary))
  }
}

function reasonOf(test: TestCase): string {
  const result = test.result()
  return ('note' in result && result.note) || 'no reason was given'
}
