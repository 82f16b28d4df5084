import { describeIssue, type Issue, type Message } from '@parlance/contract'

/** What prevents saving rules. `path` leads to the value with the problem if the schema of the rules refused it. */
export interface RuleGap extends Message {
  readonly path?: readonly PropertyKey[]
}

/** @param issue from `safeParse` with the options `describable` */
export function gapOfIssue(issue: Issue): RuleGap {
  return { ...describeIssue(issue), path: issue.path }
}
