import { evaluationPageSize, type EvaluationComparison, type EvaluationRun } from '@parlance/contract'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { comparisonQuery, type ComparedShow } from '../../../api/evaluation.ts'
import { describeError } from '../../../lib/api-error.ts'
import { cn } from '../../../lib/cn.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { OutcomeMark } from './outcome-mark.tsx'
import { entryClass, entryLinkClass } from './entry.ts'
import { PagedList } from './paged-list.tsx'
import { useQuestionSearch } from './question-search.tsx'

type Compared = EvaluationComparison['questions'][number]

interface ComparedListProps {
  areaId: string
  before: EvaluationRun | null
  after: EvaluationRun
  show: ComparedShow
  /** The open question. */
  current: string | null
}

/** The questions of one run or two, each with its outcomes, and a search in them. */
export function ComparedList(props: ComparedListProps) {
  const { search, field } = useQuestionSearch()
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 pt-3 pr-4 pb-2 pl-8 max-md:px-4">{field}</div>
      <FoundList {...props} search={search} />
    </>
  )
}

function FoundList({ areaId, before, after, show, search, current }: ComparedListProps & { search: string }) {
  const { t } = useTranslation()
  const [pages, setPages] = useState<number[]>([0])
  const place = { areaId, before: (before ?? after).id, after: after.id, show, search }
  const queries = useQueries({
    queries: pages.map((page) => ({ ...comparisonQuery({ ...place, page }), placeholderData: keepPreviousData })),
  })
  const loaded = new Map<number, Compared[]>()
  for (const [at, page] of pages.entries()) loaded.set(page, queries[at]?.data?.questions ?? [])
  const some = queries.find(({ data }) => data !== undefined)?.data
  const failed = queries.find(({ isError }) => isError)
  const rowAt = (index: number) =>
    loaded.get(Math.floor(index / evaluationPageSize))?.[index % evaluationPageSize] ?? null
  const indexOf = (id: string | null) => {
    for (const [page, rows] of loaded) {
      const at = rows.findIndex(({ question_id }) => question_id === id)
      if (at >= 0) return page * evaluationPageSize + at
    }
    return null
  }
  if (failed !== undefined) {
    return (
      <Note tone="danger" className="m-4">
        <p>{describeError(failed.error, t('Could not load the comparison. Try again.'))}</p>
        <Button size="small" className="mt-2" onClick={() => void failed.refetch()}>
          {t('Retry')}
        </Button>
      </Note>
    )
  }
  if (some === undefined) return <p className="px-8 py-4 text-muted max-md:px-4">{t('Loading questions...')}</p>
  if (some.total === 0)
    return (
      <p className="px-8 py-4 text-muted max-md:px-4">
        {search === '' ? emptyText(some, show, t) : t('No questions match.')}
      </p>
    )
  return (
    <>
      <div className={cn(entryClass({ isSingle: before === null }), 'text-muted')} aria-hidden>
        <span>{t('Question')}</span>
        {before !== null && <span>{t('Run {n, number}', { n: before.number })}</span>}
        <span>{t('Run {n, number}', { n: after.number })}</span>
      </div>
      <PagedList
        key={`${place.before} ${place.after} ${show} ${search}`}
        label={t('Questions')}
        total={some.total}
        onPages={setPages}
        current={indexOf(current)}
        renderRow={(index, tabIndex) => {
          const row = rowAt(index)
          if (row === null) return null
          return (
            <ComparedRow row={row} isSingle={before === null} isOpen={row.question_id === current} tab={tabIndex} />
          )
        }}
      />
      {before !== null && <Changes counts={some.counts} />}
      {before !== null && (before.is_partial || after.is_partial) && (
        <p className="px-8 py-4 text-meta text-faint max-md:px-4">
          {t('Only questions that both runs asked are compared.')}
        </p>
      )}
    </>
  )
}

interface ComparedRowProps {
  row: Compared
  /** Only one run is shown. */
  isSingle: boolean
  isOpen: boolean
  tab: 0 | -1
}

function ComparedRow({ row, isSingle, isOpen, tab }: ComparedRowProps) {
  return (
    <Link
      from="/business-areas/$areaId/evaluation"
      to="."
      search={(now) => ({ ...now, question: row.question_id })}
      className={cn(entryClass({ isSingle }), entryLinkClass)}
      aria-current={isOpen ? 'true' : undefined}
      tabIndex={tab}
      resetScroll={false}
    >
      <span className="min-w-0">
        <bdi className="block truncate">{row.question}</bdi>
        <small className="text-meta text-faint block truncate">{row.tags.join(', ')}</small>
      </span>
      {!isSingle && <OutcomeMark outcome={row.before} />}
      <OutcomeMark outcome={row.after} hasWarning={row.has_warning} />
    </Link>
  )
}

type Translate = ReturnType<typeof useTranslation>['t']

function emptyText({ counts }: EvaluationComparison, show: ComparedShow, t: Translate): string {
  if (Object.values(counts).every((count) => count === 0)) return t('The runs have no questions in common.')
  if (show === 'changed') return t('Every question has the same outcome in both runs.')
  return t('Every answer is right.')
}

/** What changed between two runs, in numbers. */
function Changes({ counts }: { counts: EvaluationComparison['counts'] }) {
  const { t } = useTranslation()
  const parts = [
    counts.fixed > 0 && t('{n, number} fixed', { n: counts.fixed }),
    counts.broken > 0 && t('{n, number} broken', { n: counts.broken }),
    counts.changed > 0 && t('{n, number} wrong in another way', { n: counts.changed }),
    counts.added > 0 && t('{n, number} added', { n: counts.added }),
    counts.removed > 0 && t('{n, number} not asked again', { n: counts.removed }),
    counts.stayed_right > 0 && t('{n, number} stayed right', { n: counts.stayed_right }),
    counts.stayed_wrong > 0 && t('{n, number} stayed wrong', { n: counts.stayed_wrong }),
    counts.stayed_declined > 0 && t('{n, number} stayed declined', { n: counts.stayed_declined }),
    counts.stayed_failed > 0 && t('{n, number} stayed failed', { n: counts.stayed_failed }),
  ].filter((part) => part !== false)
  return <p className="px-8 py-4 text-meta text-faint max-md:px-4">{parts.join(' · ')}</p>
}
