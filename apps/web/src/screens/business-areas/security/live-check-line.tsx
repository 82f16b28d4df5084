import { message, type AreaProblem, type Message } from '@parlance/contract'
import { CircleCheck, CloudOff, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../../lib/i18n.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { LiveCheck } from './use-live-check.ts'

interface LiveCheckTexts {
  checking: Message
  offline: Message
  failed: Message
  unchecked: Message
  problems: (n: number) => Message
  proven: (databases: string) => Message
}

const texts: Record<'rules' | 'definitions', LiveCheckTexts> = {
  rules: {
    checking: message('Checking rules...'),
    offline: message('Could not reach the server to check the rules. They are checked again as you type.'),
    failed: message('Could not check the rules.'),
    unchecked: message('The rules were not checked because no database has passed its connection test.'),
    problems: (n) => message('{n, plural, one {# rule problem} other {# rule problems}}', { n }),
    proven: (databases) => message('Rules checked against {databases}.', { databases }),
  },
  definitions: {
    checking: message('Checking definitions...'),
    offline: message('Could not reach the server to check the definitions. They are checked again as you type.'),
    failed: message('Could not check the definitions.'),
    unchecked: message('The definitions were not checked because no database has passed its connection test.'),
    problems: (n) =>
      message('{n, plural, one {# definition has a problem} other {# definitions have problems}}', { n }),
    proven: (databases) => message('Definitions checked against {databases}.', { databases }),
  },
}

interface LiveCheckLineProps {
  check: LiveCheck
  of?: keyof typeof texts
}

/** The state of the live check of the rules or the definitions, in one line. */
export function LiveCheckLine({ check, of = 'rules' }: LiveCheckLineProps) {
  const { t } = useTranslation()
  const { state, databases, message: reason, problems } = check
  const own = texts[of]
  const errors = errorsOf(problems, of)
  return (
    <output className="block min-h-4.5 text-meta *:inline-flex *:items-center *:gap-1.5">
      {state === 'checking' && <span className="text-faint">{translate(t, own.checking)}</span>}
      {state === 'offline' && (
        <span className="text-warning">
          <Icon of={CloudOff} small />
          {translate(t, own.offline)}
        </span>
      )}
      {state === 'failed' && (
        <span className="text-warning">
          <Icon of={TriangleAlert} small />
          {translate(t, own.failed)} {reason}
        </span>
      )}
      {state === 'checked' && errors > 0 && (
        <span className="text-danger">
          <Icon of={TriangleAlert} small />
          {translate(t, own.problems(errors))}
        </span>
      )}
      {state === 'checked' && errors === 0 && (
        <span className="text-muted">
          <Icon of={CircleCheck} small className="text-success" />
          {translate(t, databases.length === 0 ? own.unchecked : own.proven(databases.join(', ')))}
        </span>
      )}
    </output>
  )
}

/** The rules with errors, each once per error; the definitions with errors, each once. */
function errorsOf(problems: readonly AreaProblem[], of: keyof typeof texts): number {
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (of === 'rules') return errors.filter(({ section }) => section !== 'definitions').length
  return new Set(errors.flatMap(({ definition: one }) => (one === undefined ? [] : [`${one.kind} ${one.name}`]))).size
}
