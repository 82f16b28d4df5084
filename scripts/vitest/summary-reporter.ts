import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/**
 * Collects skipped and flaky tests, each with its reason, into the file that `npm test` reads for its closing lists.
 */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env.PARLANCE_TEST_SUMMARY
    if (!file) return
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const inState = (state: string) => tests.filter((test) => test.result().state === state)
    const summary = {
      passed: inState('passed').length,
      // A file that fails to load has no failed tests.
      failed: inState('failed').length + modules.filter((module) => module.errors().length > 0).length,
      skipped: inState('skipped').map((test) => ({ name: nameOf(test), reason: reasonOf(test) })),
      retried: inState('passed')
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => ({ name: nameOf(test), reason: firstFailure(test) })),
    }
    writeFileSync(file, JSON.stringify(summary))
  }
}

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}`
}

/** A test that passed on its second try still has the errors of the first. */
function firstFailure(test: TestCase): string {
  return test.result().errors?.[0]?.message.split('\n', 1)[0] ?? 'no reason given'
}

function reasonOf(test: TestCase): string {
  const result = test.result()
  return ('note' in result && result.note) || 'no reason given'
}
