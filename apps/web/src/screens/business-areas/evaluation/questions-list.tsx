import {
  evaluationLimits,
  evaluationPageSize,
  type EvaluationQuestion,
  type EvaluationRun,
  type EvaluationSet,
} from '@parlance/contract'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { questionsQuery, type QuestionState } from '../../../api/evaluation.ts'
import { describeError } from '../../../lib/api-error.ts'
import { cn } from '../../../lib/cn.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { Select } from '../../../ui/select.tsx'
import { entryClass, entryLinkClass } from './entry.ts'
import { PagedList } from './paged-list.tsx'
import { useQuestionSearch } from './question-search.tsx'
import { useAskAgain } from './use-ask-again.ts'
import type { QuestionActions } from './use-question-actions.ts'

const states = ['', 'not_approved', 'approved', 'incomplete', 'depends_on_today'] as const

interface QuestionsListProps {
  set: EvaluationSet
  /** The open question. */
  current: string | null
  actions: QuestionActions
  /** Called with the run that asks the selected questions again. */
  onAsked: (run: EvaluationRun) => void
}

/** The questions of a set, to find, select, and approve. */
export function QuestionsList({ set, current, actions, onAsked }: QuestionsListProps) {
  const { t } = useTranslation()
  const { search, field } = useQuestionSearch()
  const [tag, setTag] = useState('')
  const [state, setState] = useState<QuestionState | ''>('')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const filter = { search, tag, state }
  const { rowAt, indexOf, setPages, some, failed } = useQuestionPages(set, filter)
  const toggle = (id: string, isSelected: boolean) => {
    const next = new Set(selected)
    if (isSelected) next.add(id)
    else next.delete(id)
    setSelected(next)
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 pt-3 pr-4 pb-2 pl-8 max-md:px-4">
        {field}
        <StateSelect value={state} onChange={setState} />
        {some !== undefined && some.tags.length > 0 && (
          <Select
            className="w-auto max-w-40"
            small
            aria-label={t('Tag')}
            value={tag}
            onChange={(event) => setTag(event.target.value)}
          >
            <option value="">{t('All tags')}</option>
            {some.tags.map((each) => (
              <option key={each.tag} value={each.tag}>
                {t('{tag} ({n, number})', { tag: each.tag, n: each.count })}
              </option>
            ))}
          </Select>
        )}
      </div>
      <ApproveBar
        set={set}
        selected={selected}
        actions={actions}
        onDone={() => setSelected(new Set())}
        onAsked={onAsked}
      />
      {failed !== undefined && (
        <Note tone="danger" className="m-4">
          <p>{describeError(failed.error, t('Could not load the questions. Try again.'))}</p>
          <Button size="small" className="mt-2" onClick={() => void failed.refetch()}>
            {t('Retry')}
          </Button>
        </Note>
      )}
      {failed === undefined && some === undefined && (
        <p className="px-8 py-4 text-muted max-md:px-4">{t('Loading questions...')}</p>
      )}
      {some?.total === 0 && <p className="px-8 py-4 text-muted max-md:px-4">{t('No questions match.')}</p>}
      {some !== undefined && some.total > 0 && (
        <PagedList
          key={JSON.stringify(filter)}
          label={t('Questions')}
          total={some.total}
          onPages={setPages}
          current={indexOf(current)}
          renderRow={(index, tab) => {
            const row = rowAt(index)
            return row === null ? null : (
              <QuestionRow
                row={row}
                isOpen={row.id === current}
                isSelected={selected.has(row.id)}
                tab={tab}
                onSelect={(isSelected) => toggle(row.id, isSelected)}
              />
            )
          }}
        />
      )}
    </>
  )
}

interface QuestionFilter {
  search: string
  tag: string
  state: QuestionState | ''
}

/** The loaded pages of a filter. */
function useQuestionPages(set: EvaluationSet, filter: QuestionFilter) {
  const [pages, setPages] = useState<number[]>([0])
  const place = { areaId: set.area_id, setId: set.id, ...filter }
  const queries = useQueries({
    queries: pages.map((page) => ({ ...questionsQuery({ ...place, page }), placeholderData: keepPreviousData })),
  })
  const loaded = new Map<number, EvaluationQuestion[]>()
  for (const [at, page] of pages.entries()) loaded.set(page, queries[at]?.data?.questions ?? [])
  return {
    setPages,
    some: queries.find(({ data }) => data !== undefined)?.data,
    failed: queries.find(({ isError }) => isError),
    rowAt: (index: number) => loaded.get(Math.floor(index / evaluationPageSize))?.[index % evaluationPageSize] ?? null,
    indexOf: (id: string | null) => {
      for (const [page, rows] of loaded) {
        const at = rows.findIndex((row) => row.id === id)
        if (at >= 0) return page * evaluationPageSize + at
      }
      return null
    },
  }
}

function StateSelect({
  value,
  onChange,
}: {
  value: QuestionState | ''
  onChange: (value: QuestionState | '') => void
}) {
  const { t } = useTranslation()
  const texts: Record<(typeof states)[number], string> = {
    '': t('All questions'),
    not_approved: t('Not approved'),
    approved: t('Approved'),
    incomplete: t('Nothing expected'),
    depends_on_today: t('Depends on today'),
  }
  return (
    <Select
      className="w-auto max-w-40"
      small
      aria-label={t('State')}
      value={value}
      onChange={(event) => onChange(states.find((state) => state === event.target.value) ?? '')}
    >
      {states.map((state) => (
        <option key={state} value={state}>
          {texts[state]}
        </option>
      ))}
    </Select>
  )
}

interface ApproveBarProps {
  set: EvaluationSet
  selected: ReadonlySet<string>
  actions: QuestionActions
  onDone: () => void
  onAsked: (run: EvaluationRun) => void
}

/** Approves the selected questions, or all of them, or asks the selected ones again. */
function ApproveBar({ set, selected, actions, onDone, onAsked }: ApproveBarProps) {
  const { t } = useTranslation()
  const waiting = set.question_count - set.approved_count
  const ids = [...selected]
  const ask = useAskAgain(set, onAsked)
  const isTooMany = ids.length > evaluationLimits.chosenQuestions
  const decide = async (approved: boolean) => {
    if (await actions.approve(ids, approved)) onDone()
  }
  if (ids.length === 0 && waiting === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 pt-3 pr-4 pb-2 pl-8 max-md:px-4">
      {ids.length === 0 ? (
        <>
          <span className="text-meta text-muted min-w-0 flex-1">
            {t('{n, plural, one {# question is not approved.} other {# questions are not approved.}}', { n: waiting })}
          </span>
          <Button size="small" disabled={actions.isBusy} onClick={() => void actions.approveAll(waiting)}>
            {t('Approve all')}
          </Button>
        </>
      ) : (
        <>
          <span className="text-meta text-muted min-w-0 flex-1">{t('{n, number} selected', { n: ids.length })}</span>
          <Button size="small" disabled={actions.isBusy} onClick={() => void decide(true)}>
            {t('Approve')}
          </Button>
          <Button size="small" disabled={actions.isBusy} onClick={() => void decide(false)}>
            {t('Reject')}
          </Button>
          <Button
            size="small"
            disabled={ask.isPending || isTooMany || set.active_run !== null}
            onClick={() => ask.mutate({ questionIds: ids })}
          >
            {t('Ask again')}
          </Button>
          <Button size="small" kind="quiet" onClick={onDone}>
            {t('Clear selection')}
          </Button>
          {isTooMany && (
            <p className="text-meta text-muted">
              {t('Up to {n, number} questions can be asked again.', { n: evaluationLimits.chosenQuestions })}
            </p>
          )}
          {ask.isError && (
            <p className="text-meta text-danger" role="alert">
              {describeError(ask.error, t('Could not start the run. Try again.'))}
            </p>
          )}
        </>
      )}
    </div>
  )
}

interface QuestionRowProps {
  row: EvaluationQuestion
  isOpen: boolean
  isSelected: boolean
  tab: 0 | -1
  onSelect: (isSelected: boolean) => void
}

function QuestionRow({ row, isOpen, isSelected, tab, onSelect }: QuestionRowProps) {
  const { t } = useTranslation()
  const notes = [row.depends_on_today && t('depends on today'), ...row.tags].filter((note) => note !== false)
  return (
    <div className="grid h-full grid-cols-[40px_minmax(0,1fr)]">
      <label className="grid cursor-pointer place-items-center border-b border-line">
        <input
          type="checkbox"
          className="size-4"
          aria-label={t('Select {question}', { question: row.question })}
          checked={isSelected}
          tabIndex={tab}
          onChange={(event) => onSelect(event.target.checked)}
        />
      </label>
      <Link
        from="/business-areas/$areaId/evaluation"
        to="."
        search={(now) => ({ ...now, question: row.id })}
        className={cn(entryClass({ isSingle: true, isAfterBox: true }), entryLinkClass)}
        aria-current={isOpen ? 'true' : undefined}
        tabIndex={tab}
        resetScroll={false}
      >
        <span className="min-w-0">
          <bdi className="block truncate">{row.question}</bdi>
          <small className="text-meta text-faint block truncate">{notes.join(', ')}</small>
        </span>
        <span className={row.is_approved ? 'text-success' : 'text-muted'}>
          {row.expects === 'nothing' && t('Incomplete')}
          {row.expects !== 'nothing' && (row.is_approved ? t('Approved') : t('To approve'))}
        </span>
      </Link>
    </div>
  )
}
