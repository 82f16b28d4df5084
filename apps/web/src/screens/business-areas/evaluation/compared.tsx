import type { Area, EvaluationComparison, EvaluationSet } from '@parlance/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { comparisonQuery } from '../../../api/evaluation.ts'
import { formatCount } from '../../../lib/format.ts'
import { stackedMedia, useMedia } from '../../../lib/use-media.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { useSettled } from '../security/use-settled.ts'
import { ComparedList } from './compared-list.tsx'
import type { EvaluationSearch, ListView, OnSearch } from './evaluation-search.ts'
import { EditQuestion } from './question-dialog.tsx'
import { QuestionDetail } from './question-detail.tsx'
import { QuestionPage } from './question-page.tsx'
import { QuestionsList } from './questions-list.tsx'
import { useQuestionActions } from './use-question-actions.ts'
import type { ComparedRuns } from './use-runs.ts'

/** A pause after which the queries of the open question run again, in milliseconds. */
const openPause = 400

interface ComparedProps {
  area: Area
  set: EvaluationSet
  runs: ComparedRuns
  search: EvaluationSearch
  onSearch: OnSearch
}

/** The list of questions, and the open one. */
export function Compared({ area, set, runs, search, onSearch }: ComparedProps) {
  const { t } = useTranslation()
  const { before, after } = runs
  const actions = useQuestionActions(set)
  const [edited, setEdited] = useState<string | null>(null)
  // By later run and question, so that another choice of runs shows those.
  const [asked, setAsked] = useState<ReadonlyMap<string, string>>(new Map())
  const view = viewOf(search.view, runs)
  const isNarrow = useMedia(stackedMedia)
  const counts = useComparison(area.area_id, runs)
  const first = useFirst(area.area_id, runs, view)
  const questionId = search.question ?? (isNarrow ? null : first)
  const { request: settled } = useSettled(questionId, openPause)
  const close = () => onSearch({ question: undefined }, { replace: true })
  return (
    <div
      className="group/split grid min-h-0 flex-1 grid-cols-[minmax(360px,32%)_minmax(0,1fr)] border-t border-line max-md:block max-md:data-[open=true]:border-0"
      data-open={search.question !== undefined}
    >
      <nav
        className="flex min-h-0 min-w-0 flex-col border-e border-line max-md:max-h-[calc(100dvh-32px)] max-md:border-0 max-md:group-data-[open=true]/split:hidden"
        aria-label={t('Questions')}
      >
        <ViewSwitch
          view={view}
          counts={counts ?? null}
          runs={runs}
          questions={set.question_count}
          onChange={(next) => onSearch({ view: next, question: undefined }, { replace: true })}
        />
        {view === 'questions' || after === null ? (
          <QuestionsList
            set={set}
            current={questionId}
            actions={actions}
            onAsked={({ id }) => onSearch({ after: id, before: undefined, view: 'all', question: undefined })}
          />
        ) : (
          <ComparedList areaId={area.area_id} before={before} after={after} show={view} current={questionId} />
        )}
      </nav>
      <section
        className="min-w-0 overflow-auto pt-4 pr-8 pb-8 pl-6 max-md:px-4 max-md:pt-3 max-md:group-data-[open=false]/split:hidden"
        aria-label={t('Question')}
      >
        <Button className="mb-3 md:hidden" size="small" onClick={close}>
          <Icon of={ArrowLeft} small />
          {t('Back to the questions')}
        </Button>
        {questionId === null && <p className="py-4 text-muted">{t('Select a question.')}</p>}
        {questionId !== null && (view === 'questions' || after === null) && (
          <QuestionPage
            key={questionId}
            area={area}
            set={set}
            questionId={questionId}
            actions={actions}
            onEdit={setEdited}
            onDeleted={close}
          />
        )}
        {questionId !== null && view !== 'questions' && after !== null && (
          <QuestionDetail
            key={questionId}
            area={area}
            set={set}
            before={before}
            after={after}
            questionId={questionId}
            isSettled={settled === questionId}
            askedIn={asked.get(`${after.id} ${questionId}`) ?? null}
            onAsked={(run) => setAsked(new Map([...asked, [`${after.id} ${questionId}`, run.id]]))}
            onEdit={setEdited}
          />
        )}
      </section>
      {edited !== null && (
        <EditQuestion
          place={{ areaId: area.area_id, setId: set.id }}
          questionId={edited}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  )
}

/** Two runs show what changed, one run shows all of it, and a set without runs its questions. */
function viewOf(wanted: ListView | undefined, { before, after }: ComparedRuns): ListView {
  if (after === null) return 'questions'
  if (wanted !== undefined && (wanted !== 'changed' || before !== null)) return wanted
  return before === null ? 'all' : 'changed'
}

/** How often each change occurs. With one run, it is compared with itself. */
function useComparison(areaId: string, { before, after }: ComparedRuns): EvaluationComparison['counts'] | undefined {
  const pair = { before: (before ?? after)?.id ?? '', after: after?.id ?? '' }
  const query = comparisonQuery({ areaId, ...pair, show: 'all', page: 0 })
  return useQuery({ ...query, enabled: after !== null, placeholderData: keepPreviousData }).data?.counts
}

/** The first question of a comparison, which is open unless another one is selected. */
function useFirst(areaId: string, { before, after }: ComparedRuns, view: ListView): string | null {
  const show = view === 'questions' ? 'all' : view
  const pair = { before: (before ?? after)?.id ?? '', after: after?.id ?? '' }
  const query = comparisonQuery({ areaId, ...pair, show, page: 0 })
  const { data } = useQuery({ ...query, enabled: after !== null && view !== 'questions' })
  return (view === 'questions' ? undefined : data?.questions[0]?.question_id) ?? null
}

interface ViewSwitchProps {
  view: ListView
  /** Null until they are loaded. */
  counts: EvaluationComparison['counts'] | null
  runs: ComparedRuns
  questions: number
  onChange: (view: ListView) => void
}

function ViewSwitch({ view, counts, runs: { before, after }, questions, onChange }: ViewSwitchProps) {
  const { t } = useTranslation()
  if (counts === null || after === null) return null
  const changed = counts.fixed + counts.broken + counts.changed + counts.added + counts.removed
  // A comparison with a partial run has fewer questions than the run.
  const isShared = before !== null && (before.is_partial || after.is_partial)
  const notRight = counts.broken + counts.changed + counts.stayed_wrong + counts.stayed_declined + counts.stayed_failed
  const asked = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const views: { id: ListView; text: string; count: number }[] = [
    ...(before !== null ? [{ id: 'changed' as const, text: t('Changed'), count: changed }] : []),
    { id: 'not_right', text: t('Not right'), count: isShared ? notRight : after.wrong + after.declined + after.failed },
    { id: 'all', text: t('All'), count: asked },
    { id: 'questions', text: t('Question set'), count: questions },
  ]
  return (
    <div className="flex flex-wrap items-center gap-2 pt-3 pr-4 pb-2 pl-8 max-md:px-4">
      <Segments aria-label={t('Show')}>
        {views.map(({ id, text, count }) => (
          <button key={id} type="button" aria-pressed={id === view} onClick={() => onChange(id)}>
            {text}
            <span className="tabular-nums">{formatCount(count)}</span>
          </button>
        ))}
      </Segments>
    </div>
  )
}
