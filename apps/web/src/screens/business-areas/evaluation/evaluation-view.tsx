import type { Area, EvaluationQuestion, EvaluationSet } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Play, Plus, Settings } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createSet, evaluationKey, type SetPlace } from '../../../api/evaluation.ts'
import { describeError } from '../../../lib/api-error.ts'
import { stackedMedia, useMedia } from '../../../lib/use-media.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Note } from '../../../ui/note.tsx'
import { AddDialog } from './add-dialog.tsx'
import { Compared } from './compared.tsx'
import type { EvaluationSearch, OnSearch } from './evaluation-search.ts'
import { RunDialog } from './run-dialog.tsx'
import { RunPanels } from './run-panels.tsx'
import { RunProgress } from './run-progress.tsx'
import { SettingsDialog } from './settings-dialog.tsx'
import { useRuns } from './use-runs.ts'
import { PageHead } from '../../../components/page.tsx'
import { Select } from '../../../ui/select.tsx'

interface EvaluationViewProps {
  area: Area
  sets: EvaluationSet[]
  search: EvaluationSearch
  onSearch: OnSearch
  /** The sets could not be loaded again. */
  isStale: boolean
}

type OpenDialog = 'add' | 'run' | 'settings' | null

/** The selected question set of an area, or the way to its first question. */
export function EvaluationView({ area, sets, search, onSearch, isStale }: EvaluationViewProps) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<OpenDialog>(search.start === undefined ? null : 'run')
  const set = sets.find(({ id }) => id === search.set) ?? sets[0] ?? null
  const onPlace = useSetPlace(area, set)
  const close = () => setDialog(null)
  const show = (change: EvaluationSearch, options?: { replace: boolean }) =>
    onSearch({ before: undefined, after: undefined, view: undefined, question: undefined, ...change }, options)
  const select = (id: string | undefined) => {
    close()
    show({ set: id })
  }
  const handleAdded = (question: EvaluationQuestion | null) =>
    onSearch({ view: 'questions', question: question?.id }, { replace: true })
  // On narrow screens, the open question covers the heading.
  const isCovered = useMedia(stackedMedia) && search.question !== undefined
  return (
    <>
      {isCovered && <h1 className="sr-only">{set?.name ?? area.area_name}</h1>}
      <div
        className="px-8 max-md:px-4 max-md:data-covered:hidden"
        data-covered={search.question !== undefined || undefined}
      >
        <PageHead className="pt-3! pb-4!">
          <div className="min-w-0 flex-1 max-md:basis-full">
            <h1>
              <bdi>{set?.name ?? t('{area} questions', { area: area.area_name })}</bdi>
            </h1>
            {set !== null && <SetFacts set={set} />}
          </div>
          {sets.length > 1 && set !== null && <SetChoice sets={sets} set={set} onSelect={select} />}
          {set !== null && (
            <Button square aria-label={t('Settings of the question set')} onClick={() => setDialog('settings')}>
              <Icon of={Settings} />
            </Button>
          )}
          {set !== null && set.question_count > 0 && (
            <>
              <Button onClick={() => setDialog('add')}>
                <Icon of={Plus} />
                {t('Add questions')}
              </Button>
              <Button kind="primary" disabled={set.active_run !== null} onClick={() => setDialog('run')}>
                <Icon of={Play} />
                {t('Run evaluation')}
              </Button>
            </>
          )}
        </PageHead>
        {isStale && <Note tone="warning">{t('Could not load the latest state. The page may be out of date.')}</Note>}
      </div>
      {set === null || set.question_count === 0 ? (
        <FirstQuestion onAdd={() => setDialog('add')} />
      ) : (
        <SetView key={set.id} area={area} set={set} search={search} onSearch={onSearch} />
      )}
      {dialog === 'add' && (
        <AddDialog
          areaId={area.area_id}
          setId={set?.id ?? null}
          onPlace={onPlace}
          onClose={close}
          onAdded={handleAdded}
        />
      )}
      {dialog === 'run' && set !== null && set.question_count > 0 && (
        <RunDialog
          area={area}
          set={set}
          inDraft={search.start === 'draft'}
          onClose={() => {
            close()
            onSearch({ start: undefined }, { replace: true })
          }}
          onStarted={() => {
            close()
            show({ start: undefined }, { replace: true })
          }}
        />
      )}
      {dialog === 'settings' && set !== null && (
        <SettingsDialog area={area} sets={sets} set={set} onClose={close} onSelect={select} />
      )}
    </>
  )
}

/** Resolves to the selected set. An area without sets gets its first one. */
function useSetPlace(area: Area, set: EvaluationSet | null): () => Promise<SetPlace> {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const creating = useRef<Promise<SetPlace> | null>(null)
  const areaId = area.area_id
  const create = async () => {
    const made = await createSet(areaId, { name: t('{area} questions', { area: area.area_name }).slice(0, 200) })
    await queryClient.invalidateQueries({ queryKey: evaluationKey })
    return { areaId, setId: made.id }
  }
  return () => {
    if (set !== null) return Promise.resolve({ areaId, setId: set.id })
    creating.current ??= create().catch((error: unknown) => {
      creating.current = null
      throw error
    })
    return creating.current
  }
}

function SetFacts({ set }: { set: EvaluationSet }) {
  const { t } = useTranslation()
  const { question_count: questions, approved_count: approved, incomplete_count: incomplete } = set
  return (
    <p>
      {t('{questions, plural, one {# question} other {# questions}}, {approved, number} approved', {
        questions,
        approved,
      })}
      {incomplete > 0 && t(', {n, number} without anything expected', { n: incomplete })}
    </p>
  )
}

interface SetChoiceProps {
  sets: EvaluationSet[]
  set: EvaluationSet
  onSelect: (id: string) => void
}

function SetChoice({ sets, set, onSelect }: SetChoiceProps) {
  const { t } = useTranslation()
  return (
    <Select
      className="w-auto max-w-[220px]"
      aria-label={t('Question set')}
      value={set.id}
      onChange={(event) => onSelect(event.target.value)}
    >
      {sets.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

function FirstQuestion({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="mx-auto grid max-w-120 flex-1 place-content-center justify-items-center gap-3 p-8 text-center">
      <h2 className="text-section font-semibold">{t('See how many answers are right')}</h2>
      <p className="text-muted">
        {t('Add questions with the SQL or the rows that you expect. A run asks them all and compares the answers.')}
      </p>
      <Button kind="primary" onClick={onAdd}>
        <Icon of={Plus} />
        {t('Add the first question')}
      </Button>
    </div>
  )
}

interface SetViewProps {
  area: Area
  set: EvaluationSet
  search: EvaluationSearch
  onSearch: OnSearch
}

/** The runs of a set and its questions. */
function SetView({ area, set, search, onSearch }: SetViewProps) {
  const { t } = useTranslation()
  const { runs, ...compared } = useRuns(set, search)
  return (
    <>
      <div
        className="px-8 max-md:px-4 max-md:data-covered:hidden"
        data-covered={search.question !== undefined || undefined}
      >
        {set.active_run !== null && <RunProgress areaId={area.area_id} run={set.active_run} />}
        <FallNotice set={set} onSearch={onSearch} />
        {runs.isError && (
          <Note tone="danger">
            <p>{describeError(runs.error, t('Could not load the runs. Try again.'))}</p>
            <Button size="small" className="mt-2" onClick={() => void runs.refetch()}>
              {t('Retry')}
            </Button>
          </Note>
        )}
        <RunPanels runs={compared} questions={set.question_count} onSearch={onSearch} />
      </div>
      {!runs.isPending && <Compared area={area} set={set} runs={compared} search={search} onSearch={onSearch} />}
    </>
  )
}

/** Says that fewer answers are right than in the run before, and shows which. */
function FallNotice({ set, onSearch }: { set: EvaluationSet; onSearch: OnSearch }) {
  const { t } = useTranslation()
  const { notice } = set
  if (notice === null) return null
  const { right, right_before: rightBefore, total, run_id: after, before_run_id: before } = notice
  return (
    <Note tone="warning" className="mb-3">
      {t(
        '{right, number} of {total, number} answers are right in the last run, {rightBefore, number} in the run before.',
        {
          right,
          total,
          rightBefore,
        },
      )}{' '}
      <LinkButton onClick={() => onSearch({ before, after, view: 'changed', question: undefined })}>
        {t('Show what changed')}
      </LinkButton>
    </Note>
  )
}
