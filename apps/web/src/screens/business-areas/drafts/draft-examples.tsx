import type { CheckedDraftExample, DraftExample } from '@parlance/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  addDraftExample,
  deleteDraftExample,
  draftExamplesQuery,
  revertDraftExample,
  savedDraftQuery,
  updateDraftExample,
} from '../../../api/area-drafts.ts'
import { examplesQuery } from '../../../api/examples.ts'
import { describeError } from '../../../lib/api-error.ts'
import { serverText } from '../../../lib/server-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { Summary } from '../../../ui/summary.tsx'
import { SqlBox } from '../../../ui/sql-box.tsx'
import { ExampleForm, type ExampleWriter } from '../examples/example-form.tsx'
import { ExampleRows } from '../examples/example-rows.tsx'
import { Section } from '../form/section.tsx'
import { examplesInDraft, type ExampleInDraft } from './examples-in-draft.ts'

/** The verified examples as the draft of an area has them. Each change is stored in the draft at once. */
export function DraftExamples({ areaId }: { areaId: string }) {
  const { t } = useTranslation()
  const published = useQuery(examplesQuery(areaId))
  const drafted = useQuery(draftExamplesQuery(areaId))
  const [isAdding, setAdding] = useState(false)
  const actions = useDraftActions(areaId)
  const isLoaded = published.data !== undefined && drafted.data !== undefined
  const shown = isLoaded ? examplesInDraft(published.data, drafted.data.examples) : []
  const error = published.error ?? drafted.error
  return (
    <Section
      id="examples"
      title={t('Verified examples')}
      note={isLoaded ? t('{n, plural, one {# example} other {# examples}}', { n: shown.length }) : undefined}
      action={
        isAdding ? undefined : (
          <Button size="small" onClick={() => setAdding(true)}>
            <Icon of={Plus} small />
            {t('Add example')}
          </Button>
        )
      }
    >
      {isAdding && (
        <ExampleForm
          subject={areaId}
          writer={actions.writer}
          onClose={() => setAdding(false)}
          onSaved={(saved) => {
            setAdding(false)
            actions.written(saved)
          }}
        />
      )}
      <div className="[&>*+*]:mt-3">
        <p className="text-muted">
          {t(
            'Questions in the draft use these examples. Changes are stored in the draft at once, and apply to other users when you publish it.',
          )}
        </p>
        {error !== null && (
          <Note tone="danger">{describeError(error, t('Could not load the examples. Try again.'))}</Note>
        )}
        {error === null && !isLoaded && <p className="text-muted">{t('Loading examples...')}</p>}
        {actions.failure !== null && <Note tone="danger">{actions.failure}</Note>}
        {isLoaded && drafted.data.hidden > 0 && (
          <Note tone="info">
            {t(
              '{n, plural, one {The draft changes # other example in a database that you cannot use.} other {The draft changes # other examples in databases that you cannot use.}}',
              { n: drafted.data.hidden },
            )}
          </Note>
        )}
        {isLoaded && shown.length === 0 && <p>{t('The draft has no examples.')}</p>}
        <ul aria-label={t('Examples')}>
          {shown.map((example) => (
            <DraftItem key={example.id} example={example} actions={actions} />
          ))}
        </ul>
      </div>
    </Section>
  )
}

type DraftActions = ReturnType<typeof useDraftActions>

function useDraftActions(areaId: string) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [working, setWorking] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [runs, setRuns] = useState<ReadonlyMap<string, CheckedDraftExample['result']>>(new Map())
  // The key of the draft is the start of that of its examples.
  const refresh = () => queryClient.invalidateQueries({ queryKey: savedDraftQuery(areaId).queryKey })
  const work = async (id: string, call: () => Promise<void>) => {
    setWorking(id)
    setFailure(null)
    try {
      await call()
    } catch (error) {
      setFailure(describeError(error, t('Could not update the example. Try again.')))
    } finally {
      await refresh()
      setWorking(null)
    }
  }
  const writer: ExampleWriter<CheckedDraftExample> = {
    add: addDraftExample,
    update: ({ id }, typed, signal) => updateDraftExample(areaId, id, typed, signal),
  }
  return {
    working,
    failure,
    runs,
    writer,
    written: ({ id, result }: { id: string; result: CheckedDraftExample['result'] | null }) => {
      setFailure(null)
      if (result !== null) setRuns((known) => new Map(known).set(id, result))
      void refresh()
    },
    remove: (id: string) => work(id, () => deleteDraftExample(areaId, id)),
    revert: (id: string) => work(id, () => revertDraftExample(areaId, id)),
  }
}

function DraftItem({ example, actions }: { example: ExampleInDraft; actions: DraftActions }) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const { id, question, sql_query, change } = example
  const isBusy = actions.working === id
  const isDeleted = change?.draft === null
  const result = actions.runs.get(id)
  return (
    <li className="border-t border-line py-3" aria-label={question}>
      {isEditing ? (
        <ExampleForm
          subject={{ id, question, sql_query, status: 'approved' }}
          writer={actions.writer}
          onClose={() => setEditing(false)}
          onSaved={(saved) => {
            setEditing(false)
            actions.written(saved)
          }}
        />
      ) : (
        <>
          <div className="flex items-start gap-3">
            <p className="min-w-0 flex-1 max-h-50 overflow-auto wrap-anywhere whitespace-pre-wrap" dir="auto">
              {isDeleted ? <del>{question}</del> : question}
            </p>
            <ChangeBadge change={change} />
          </div>
          {change !== null && change.problem !== null && (
            <Note tone="warning">
              {t('No longer runs in this area: {reason}', { reason: serverText(change.problem) })}
            </Note>
          )}
          {change?.collides === true && (
            <p className="text-warning">
              {t('Someone changed the published example meanwhile. Decide when you compare and publish.')}
            </p>
          )}
          <details className="mt-1.5">
            <Summary className="text-meta text-muted">{t('SQL')}</Summary>
            <SqlBox sql={sql_query} />
          </details>
          {result !== undefined && <ExampleRows result={result} />}
          <div className="mt-2 flex flex-wrap gap-1.5">
            {!isDeleted && (
              <Button
                size="small"
                disabled={isBusy}
                aria-label={t('Edit {question}', { question })}
                onClick={() => setEditing(true)}
              >
                {t('Edit')}
              </Button>
            )}
            {change !== null && change.before !== null && (
              <Button
                size="small"
                disabled={isBusy}
                aria-label={t('Undo the change of {question}', { question })}
                onClick={() => void actions.revert(id)}
              >
                {t('Undo')}
              </Button>
            )}
            {!isDeleted && (
              <Button
                size="small"
                kind="danger"
                disabled={isBusy}
                aria-label={t('Delete {question}', { question })}
                onClick={() => void actions.remove(id)}
              >
                {t('Delete')}
              </Button>
            )}
          </div>
        </>
      )}
    </li>
  )
}

function ChangeBadge({ change }: { change: DraftExample | null }) {
  const { t } = useTranslation()
  if (change === null) return null
  if (change.draft === null) return <Badge tone="danger">{t('Deleted in the draft')}</Badge>
  return change.before === null ? (
    <Badge tone="success">{t('Added in the draft')}</Badge>
  ) : (
    <Badge tone="warning">{t('Changed in the draft')}</Badge>
  )
}
