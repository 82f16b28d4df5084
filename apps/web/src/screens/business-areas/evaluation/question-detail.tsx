import type { Area, EvaluationRun, EvaluationSet } from '@parlance/contract'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../lib/api-error.ts'
import { cn } from '../../../lib/cn.ts'
import { formatCount, formatDate, formatDuration, formatClock } from '../../../lib/format.ts'
import { translate } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note, noteClass } from '../../../ui/note.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { ModeSwitch } from '../form/mode-switch.tsx'
import { AskAgain, AskedAgainNote, useAskedAgain, type AskedAgain } from './ask-again.tsx'
import { Card } from './card.tsx'
import { ComparedSql } from './compared-sql.tsx'
import { OpenInChat } from './open-in-chat.tsx'
import { OutcomeMark, outcomeLooks } from './outcome-mark.tsx'
import { RerunRows } from './rerun-rows.tsx'
import { compareSql } from '../../../lib/sql-difference.ts'
import { differingCells, useRunSide, type Card as CardContent, type RunSide } from './use-question-sides.ts'
import { whatHappened } from './what-happened.ts'

interface QuestionDetailProps {
  area: Area
  set: EvaluationSet
  before: EvaluationRun | null
  after: EvaluationRun
  questionId: string
  /** Whether the user stays at this question, so that its queries may run. */
  isSettled: boolean
  /** The run in which the question was asked again. Null if it was not. */
  askedIn: string | null
  onAsked: (run: EvaluationRun) => void
  onEdit: (questionId: string) => void
}

/**
 * What happened to a question in one run or between two, with both queries and their rows. If it was asked again, its
 * new outcome is beside that of the later run.
 */
export function QuestionDetail({ before, after, askedIn, ...rest }: QuestionDetailProps) {
  const again = useAskedAgain(rest.area.area_id, askedIn)
  const runs = again.run === null ? { before, after } : { before: after, after: again.run }
  return <RunsDetail {...rest} {...runs} again={again} like={after} />
}

interface RunsDetailProps extends Omit<QuestionDetailProps, 'askedIn'> {
  again: AskedAgain
  /** The run whose user and model answer again. */
  like: EvaluationRun
}

function RunsDetail({
  area,
  set,
  before,
  after,
  questionId,
  isSettled,
  again,
  like,
  onAsked,
  onEdit,
}: RunsDetailProps) {
  const { t } = useTranslation()
  const place = { questionId, isSettled }
  const later = useRunSide(area.area_id, after, place)
  const earlier = useRunSide(area.area_id, before, place)
  const [against, setAgainst] = useState<'run' | 'expected'>('run')
  if (later === null) return null
  if (later.result === undefined) return <DetailState side={later} />
  if (earlier !== null && earlier.result === undefined) return <DetailState side={earlier} />
  const shown = later.result ?? earlier?.result ?? null
  if (shown === null) return <p className="py-4 text-muted">{t('Neither run asked this question.')}</p>
  const hasBoth = later.result !== null && (earlier?.result ?? null) !== null
  const cards = cardsOf({ earlier, later, isExpected: !hasBoth || against === 'expected' }, t)
  return (
    <>
      <div className="flex items-start gap-3 max-md:flex-wrap">
        <h2 className="min-w-0 flex-1 text-[15px]/7 font-semibold wrap-anywhere max-md:basis-full" dir="auto">
          {shown.question}
        </h2>
        {shown.is_approved !== null && again.note !== 'asking' && (
          <AskAgain set={set} like={like} questionId={questionId} onStarted={onAsked} />
        )}
        <OpenInChat area={area} set={set} inDraft={like.in_draft} question={shown.question} />
      </div>
      <AskedAgainNote again={again} />
      <HappenedNote earlier={earlier} later={later} />
      {hasBoth && (
        <ModeSwitch
          label={t('Compare with')}
          options={[
            { value: 'run', label: t('Both runs') },
            { value: 'expected', label: t('Expected and run {n, number}', { n: after.number }) },
          ]}
          value={against}
          onChange={setAgainst}
        />
      )}
      <Cards cards={cards} />
      <RerunLine sides={[later, ...(earlier === null ? [] : [earlier])]} />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <p className="text-meta text-faint min-w-0 flex-1">
          {[
            after.run_as_email !== null && t('Asked as {email}', { email: after.run_as_email }),
            shown.is_approved === true &&
              shown.approved_at !== null &&
              t('approved {date}', { date: formatDate(shown.approved_at) }),
            shown.is_approved === false && t('not approved'),
            shown.is_approved === null && t('deleted from the question set'),
          ]
            .filter((part) => part !== false)
            .join(' · ')}
        </p>
        {shown.is_approved !== null && (
          <Button kind="quiet" size="small" onClick={() => onEdit(questionId)}>
            {shown.expected_sql === null ? t('Edit question') : t('Edit expected SQL')}
          </Button>
        )}
      </div>
    </>
  )
}

function DetailState({ side }: { side: RunSide }) {
  const { t } = useTranslation()
  if (side.error === null) return <p className="py-4 text-muted">{t('Loading the question...')}</p>
  return (
    <Note tone="danger">
      <p>{describeError(side.error, t('Could not load the question. Try again.'))}</p>
      <Button size="small" className="mt-2" onClick={side.onAgain}>
        {t('Retry')}
      </Button>
    </Note>
  )
}

const noteTones = { right: 'success', wrong: 'danger', declined: 'info', failed: 'warning' } as const

function HappenedNote({ earlier, later }: { earlier: RunSide | null; later: RunSide }) {
  const { t } = useTranslation()
  const sides = { before: earlier?.result ?? null, after: later.result ?? null }
  const happened = whatHappened({ ...sides, beforeRun: earlier?.run ?? null, afterRun: later.run }, t)
  const { outcome, title, detail } = happened
  return (
    <div className={cn(noteClass(outcome === null ? undefined : noteTones[outcome]), 'mt-2 mb-3')}>
      {outcome !== null && <Icon of={outcomeLooks[outcome].icon} />}
      <p className="min-w-0 flex-1">
        <b className="font-medium">{title}</b> {detail}
      </p>
    </div>
  )
}

type Translate = ReturnType<typeof useTranslation>['t']

/** Two cards: those of both runs, or the expected result and that of the run that asked the question. */
function cardsOf(
  { earlier, later, isExpected }: { earlier: RunSide | null; later: RunSide; isExpected: boolean },
  t: Translate,
): [CardContent, CardContent] {
  if (!isExpected && earlier !== null) return [cardOf(earlier, t), cardOf(later, t)]
  const side = later.result !== null || earlier === null ? later : earlier
  const expected: CardContent = {
    title: t('Expected'),
    side: null,
    sql: side.result?.expected_sql ?? null,
    rows: side.rerun?.expected,
    marks: differingCells(side.rerun).expected,
  }
  return [expected, cardOf(side, t)]
}

function cardOf(side: RunSide, t: Translate): CardContent {
  return {
    title: t('Run {n, number}', { n: side.run.number }),
    side,
    sql: side.result?.actual_sql ?? null,
    rows: side.rerun?.actual,
    marks: differingCells(side.rerun).actual,
  }
}

function Cards({ cards: [first, second] }: { cards: [CardContent, CardContent] }) {
  const lines = first.sql !== null && second.sql !== null ? compareSql(first.sql, second.sql) : null
  const linesOf = (side: 'left' | 'right', sql: string | null) => {
    if (lines !== null) return lines.map((line) => ({ tokens: line[side], isSame: line.isSame }))
    return sql === null ? null : compareSql(sql, sql).map(({ left }) => ({ tokens: left, isSame: true }))
  }
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(320px,100%),1fr))] items-start gap-x-4 gap-y-1">
      <ResultCard card={first} lines={linesOf('left', first.sql)} />
      <ResultCard card={second} lines={linesOf('right', second.sql)} />
    </div>
  )
}

interface ResultCardProps {
  card: CardContent
  lines: Parameters<typeof ComparedSql>[0]['lines'] | null
}

function ResultCard({ card, lines }: ResultCardProps) {
  const { t } = useTranslation()
  const { title, side, rows } = card
  return (
    <Card
      label={title}
      title={title}
      mark={
        side !== null && (
          <OutcomeMark outcome={side.result?.outcome ?? null} hasWarning={(side.result?.warnings.length ?? 0) > 0} />
        )
      }
    >
      {lines === null ? (
        <p className="text-meta text-muted border-b border-line px-3 py-2">
          {side === null ? t('The expected rows were entered by hand.') : t('There was no query.')}
        </p>
      ) : (
        <ComparedSql label={t('SQL of {name}', { name: title })} lines={lines} />
      )}
      {rows !== undefined &&
        // Without a query, there is nothing to say about its rows.
        (side === null || lines !== null) &&
        (rows.error === null ? (
          <RerunRows label={t('Rows of {name}', { name: title })} side={rows} marks={card.marks} />
        ) : (
          <p className="text-meta text-muted border-b border-line px-3 py-2">{translate(t, rows.error)}</p>
        ))}
      <p className="text-meta text-faint px-3 py-2">{footOf(card, t).join(' · ')}</p>
    </Card>
  )
}

/** The result as it was in the run, in numbers. */
function footOf({ side, rows }: CardContent, t: Translate): string[] {
  const result = side?.result ?? null
  if (result === null) {
    return rows === undefined || rows.error !== null
      ? []
      : [t('{n, plural, one {# row} other {# rows}}', { n: rows.row_count })]
  }
  const { actual_rows: count, ms, differing_values: differing, outcome, columns } = result
  return [
    count !== null && t('{n, plural, one {# row} other {# rows}}', { n: count }),
    formatDuration(ms),
    result.model_calls > 0 && t('{n, plural, one {# model call} other {# model calls}}', { n: result.model_calls }),
    result.tokens > 0 && t('{n, number} tokens', { n: result.tokens }),
    differing !== null &&
      differing > 0 &&
      t('{n, plural, one {# value differs} other {# values differ}}', { n: differing }),
    outcome === 'right' && sameText(columns, t),
    result.is_shortened && t('Some values of the SQL are left out because you may not read them.'),
  ].filter((part) => part !== false)
}

function sameText(columns: 'same' | 'reordered' | 'more' | null, t: Translate): string {
  if (columns === 'reordered') return t('same as expected, with the columns in another order')
  return columns === 'more' ? t('same as expected, with more columns') : t('same as expected')
}

/** When the rows were read, and whether they are those of the run. */
function RerunLine({ sides }: { sides: RunSide[] }) {
  const { t } = useTranslation()
  const isRunning = sides.some((side) => side.isRunning)
  const failed = sides.find(({ error }) => error !== null)
  const other = sides.filter(({ rerun }) => rerun?.is_as_in_run === false)
  const ran = sides.find(({ rerun }) => rerun !== undefined)?.rerun
  if (failed !== undefined) return <DetailState side={failed} />
  return (
    <>
      {other.length > 0 && !isRunning && (
        <Note tone="warning" className="mt-3">
          {t('Your rows differ from those of run {runs}, because the data or the rights differ.', {
            runs: other.map(({ run }) => formatCount(run.number)).join(', '),
          })}
        </Note>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <output className="text-meta text-muted min-w-0 flex-1 flex items-center gap-2">
          {isRunning && (
            <>
              <Spinner /> {t('Running the queries again as you...')}
            </>
          )}
          {!isRunning &&
            ran !== undefined &&
            t('Run again just now, as you ({time})', { time: formatClock(ran.ran_at) })}
        </output>
        {!isRunning && ran !== undefined && (
          <Button kind="quiet" size="small" onClick={() => sides.forEach((side) => side.onAgain())}>
            <Icon of={RotateCw} small />
            {t('Run queries again')}
          </Button>
        )}
      </div>
    </>
  )
}
