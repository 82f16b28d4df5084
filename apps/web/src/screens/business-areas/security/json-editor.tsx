import { message, type AreaProblem } from '@parlance/contract'
import { RotateCcw } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { problemPlace } from '../../../lib/security/problem-place.ts'
import type { RuleGap } from '../../../lib/security/rule-gap.ts'
import { readJson } from '../../../lib/security/rules-json.ts'
import { serverText } from '../../../lib/server-text.ts'
import { rulesText } from '../../../lib/security/rules-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { CodeField, showPlace, type CodeMark } from './code-field.tsx'
import { JsonFindings, type JsonFinding } from './json-findings.tsx'

interface JsonEditorProps<Value> {
  label: string
  value: Value
  /** The value that means no rules. */
  none: Value
  accepts: (value: unknown) => value is Value
  gapsOf: (value: unknown) => RuleGap[]
  problems: AreaProblem[]
  emit: (change: () => Value, isReadable: boolean) => void
}

/**
 * Rules as JSON. Unreadable text yields no rules and no message, only a mark at the place. Valid JSON that is not a
 * rule is passed on unchanged, so that the server refuses it instead of losing it.
 */
export function JsonEditor<Value extends object>(props: JsonEditorProps<Value>) {
  const { t } = useTranslation()
  const { label, none, accepts, gapsOf, problems, emit } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const [initial] = useState(() => rulesText(props.value))
  const [text, setText] = useState(initial)
  const read = useMemo(() => readDocument(text, accepts, none), [text, accepts, none])
  const findings = useMemo(
    () => (read.place === null ? findingsOf(read, gapsOf, problems) : []),
    [read, gapsOf, problems],
  )
  const change = (next: string) => {
    setText(next)
    const document = readDocument(next, accepts, none)
    emit(() => document.value, document.place === null)
  }
  const marks: CodeMark[] = [
    ...(read.place === null ? [] : [{ place: read.place, severity: 'error' as const }]),
    ...findings.flatMap(({ place, severity }) => (place === null ? [] : [{ place, severity }])),
  ]
  return (
    <>
      <CodeField label={label} value={text} marks={marks} fieldRef={field} onChange={change} />
      <JsonFindings text={text} findings={findings} onShow={(place) => showPlace(field.current, place)} />
      <Button size="small" kind="quiet" disabled={text === initial} onClick={() => change(initial)}>
        <Icon of={RotateCcw} small />
        {t('Undo changes')}
      </Button>
    </>
  )
}

/** `place` is the offset at which the text becomes unreadable; null if it is readable. */
type ReadDocument<Value> = { value: Value; place: number | null; json: ReturnType<typeof readJson> }

function readDocument<Value>(
  text: string,
  accepts: (value: unknown) => value is Value,
  none: Value,
): ReadDocument<Value> {
  const json = readJson(text)
  if (text.trim() === '') return { value: none, place: null, json: { place: 0 } }
  if ('place' in json) return { value: none, place: json.place, json }
  return accepts(json.value) ? { value: json.value, place: null, json } : { value: none, place: 0, json }
}

/** The problems of readable rules, each at its place in the text. */
function findingsOf<Value>(
  { json, value }: ReadDocument<Value>,
  gapsOf: (value: unknown) => RuleGap[],
  problems: AreaProblem[],
): JsonFinding[] {
  if ('place' in json) return []
  const repeated = json.repeatedKeys.map((place): JsonFinding => ({
    severity: 'error',
    text: message('This name appears more than once. Only the last value is used.'),
    place,
  }))
  const gaps = gapsOf(value).map((gap): JsonFinding => {
    return { severity: 'error', text: gap, place: gap.path === undefined ? null : json.placeOf(gap.path) }
  })
  const found = problems.map((problem): JsonFinding => ({
    severity: problem.severity,
    text: [problem.rule, problem.table, serverText(problem)].filter((part) => part !== null && part !== '').join(' · '),
    place: problemPlace(problem, value, json)?.place ?? null,
  }))
  return [...repeated, ...gaps, ...found]
}
