import { mostDecidedExamples, type Example } from '@parlance/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { allAreasQuery } from '../../../api/areas.ts'
import { examplesAttentionQuery, pendingExamplesQuery } from '../../../api/examples.ts'
import { cn } from '../../../lib/cn.ts'
import { describeError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { ExampleItem } from '../examples/example-item.tsx'
import { useExampleActions } from '../examples/use-example-actions.ts'
import { focusAfterRemoval } from '../security/focus-after.ts'
import { cardListClass } from '../../../components/page.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'

/** The verified examples of all areas that wait for this user's approval, and how many no longer run. */
export function ExampleQueue() {
  const { t } = useTranslation()
  const { data, error, isPending, isFetching, refetch } = useQuery({ ...pendingExamplesQuery, staleTime: 0 })
  const waiting = (data ?? []).filter((example) => example.may_decide)
  return (
    <section
      className={cn(cardListClass, 'grid-cols-[minmax(0,1fr)] [&+&]:mt-8')}
      aria-labelledby="waiting-examples"
      tabIndex={-1}
    >
      <h2 id="waiting-examples" className="text-base/6 font-semibold">
        {t('Verified examples')}
      </h2>
      <FailingExamples />
      {isPending && <p className="text-muted">{t('Loading examples...')}</p>}
      {error !== null && (
        <Note tone="danger">
          <p>{describeError(error, t('Could not load the examples. Try again.'))}</p>
          <Button size="small" className="mt-2" disabled={isFetching} onClick={() => void refetch()}>
            {t('Retry')}
          </Button>
        </Note>
      )}
      {data !== undefined && waiting.length === 0 && (
        <p className="text-muted">
          {t('No examples are waiting. When a user selects "This is right" below an answer, it appears here.')}
        </p>
      )}
      <WaitingExamples waiting={waiting} />
    </section>
  )
}

/** The areas whose approved examples no longer run. */
function FailingExamples() {
  const { t } = useTranslation()
  const names = useAreaNames()
  const { data } = useQuery(examplesAttentionQuery)
  if (data === undefined || data.failing === 0) return null
  const failing = data.areas.filter((area) => area.failing > 0)
  return (
    <Note tone="warning">
      <p>
        {t(
          '{n, plural, one {# approved example no longer runs, so questions do not use it.} other {# approved examples no longer run, so questions do not use them.}}',
          { n: data.failing },
        )}
      </p>
      <ul>
        {failing.map((area) => (
          <li key={area.area_id}>
            <Link to="/business-areas/$areaId" params={{ areaId: area.area_id }} hash="examples">
              <bdi>{names.get(area.area_id) ?? area.area_id}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Note>
  )
}

function useAreaNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(allAreasQuery)
  return new Map((data ?? []).map((area) => [area.area_id, area.area_name]))
}

/** The list, with decisions about one or several. */
function WaitingExamples({ waiting }: { waiting: Example[] }) {
  const { t } = useTranslation()
  const names = useAreaNames()
  const actions = useExampleActions()
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLUListElement>(null)
  const chosen = waiting.filter(({ id }) => chosenIds.has(id)).slice(0, mostDecidedExamples)
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosenIds((known) => (isChosen ? known.union(new Set(ids)) : known.difference(new Set(ids))))
  useFocusAfterDecision(list, waiting)
  if (waiting.length === 0) return null
  const isBusy = actions.working !== null
  const { failure } = actions
  const isFailureOfItem = waiting.some(({ id }) => id === failure?.id)
  const isAll = waiting.every(({ id }) => chosenIds.has(id))
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Checkbox
          className="max-md:min-h-11 min-w-0 flex-1"
          checked={isAll}
          onChange={({ target }) =>
            choose(
              waiting.map(({ id }) => id),
              target.checked,
            )
          }
        >
          {t('Choose all {n, number}', { n: waiting.length })}
        </Checkbox>
        <Button
          size="small"
          kind="primary"
          disabled={isBusy || chosen.length === 0}
          onClick={() => void actions.decideAll(chosen, 'approve')}
        >
          {t('Approve chosen ({n, number})', { n: chosen.length })}
        </Button>
        <Button
          size="small"
          disabled={isBusy || chosen.length === 0}
          onClick={() => void actions.decideAll(chosen, 'reject')}
        >
          {t('Reject chosen ({n, number})', { n: chosen.length })}
        </Button>
      </div>
      {failure !== null && !isFailureOfItem && <Note tone="danger">{failure.text}</Note>}
      <ul ref={list} aria-label={t('Examples waiting for approval')}>
        {waiting.map((example) => (
          <ExampleItem
            key={example.id}
            example={example}
            actions={actions}
            review={{
              areaName: example.area_id === null ? null : (names.get(example.area_id) ?? example.area_id),
              isChosen: chosenIds.has(example.id),
              onChoose: (isChosen) => choose([example.id], isChosen),
            }}
          />
        ))}
      </ul>
    </>
  )
}

/** Moves the focus to the next example when the one with the focus is gone. */
function useFocusAfterDecision(list: RefObject<HTMLUListElement | null>, waiting: readonly Example[]): void {
  const before = useRef(waiting)
  useEffect(() => {
    const at = before.current.findIndex((known) => waiting.every(({ id }) => id !== known.id))
    before.current = waiting
    if (at < 0 || (document.activeElement !== null && document.activeElement !== document.body)) return
    // Don't focus a button that decides: a second press of Enter must not decide about an unread example.
    focusAfterRemoval(list.current, at, list.current?.closest('section') ?? null, 'input[type=checkbox]')
  })
}
