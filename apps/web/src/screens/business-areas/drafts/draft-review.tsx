import type { Area, DraftExamples, SavedDraft } from '@parlance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { draftExamplesQuery, publishDraft, savedDraftQuery } from '../../../api/area-drafts.ts'
import { areasKey } from '../../../api/areas.ts'
import { examplesKey } from '../../../api/examples.ts'
import { describeError } from '../../../lib/api-error.ts'
import { ModalFoot } from '../../../ui/modal-foot.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Input } from '../../../ui/input.tsx'
import { Note } from '../../../ui/note.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Problems } from '../form/problem-list.tsx'
import { ChangeList } from '../versions/change-list.tsx'
import { versionChanges, type VersionChange } from '../versions/version-changes.ts'
import { exampleChanges } from './examples-in-draft.ts'

interface DraftReviewProps {
  areaId: string
  onClose: () => void
  onPublished: (area: Area) => void
}

/** What the draft changes, what collides with the published area, and the way to publish it. */
export function DraftReview(props: DraftReviewProps) {
  const { t } = useTranslation()
  // The draft and the published area, as they are now.
  const draft = useQuery({ ...savedDraftQuery(props.areaId), staleTime: 0 })
  const examples = useQuery({ ...draftExamplesQuery(props.areaId), staleTime: 0 })
  if (draft.isPending || examples.isPending) return <p className="text-muted">{t('Loading the draft...')}</p>
  const error = draft.error ?? examples.error
  if (draft.data === undefined || examples.data === undefined) {
    return <Note tone="danger">{describeError(error, t('Could not load the draft. Try again.'))}</Note>
  }
  if (draft.data === null) {
    return <Note tone="info">{t('This business area has no draft. It was published or discarded.')}</Note>
  }
  return <Review {...props} draft={draft.data} examples={examples.data} />
}

type Use = 'draft' | 'published'

interface ReviewProps extends DraftReviewProps {
  draft: SavedDraft
  examples: DraftExamples
}

function Review({ areaId, draft, examples, onClose, onPublished }: ReviewProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [reason, setReason] = useState('')
  const [uses, setUses] = useState<ReadonlyMap<string, Use>>(new Map())
  const { revision, area_version } = draft
  const collisions = collisionsOf(draft, examples)
  const decided = collisions.flatMap(({ id }) => {
    const use = uses.get(id)
    return use === undefined ? [] : [{ id, use }]
  })
  const publish = useMutation({
    mutationFn: () =>
      publishDraft(areaId, {
        revision,
        area_version,
        examples_revision: examples.revision,
        collisions: decided,
        ...(reason.trim() !== '' && { reason: reason.trim() }),
      }),
    onSuccess: async (area) => {
      queryClient.setQueryData(savedDraftQuery(areaId).queryKey, null)
      await queryClient.invalidateQueries({ queryKey: areasKey, refetchType: 'active' })
      await queryClient.invalidateQueries({ queryKey: examplesKey, refetchType: 'active' })
      onPublished(area)
    },
    // What the dialog shows may be outdated.
    onError: () => queryClient.invalidateQueries({ queryKey: savedDraftQuery(areaId).queryKey }),
  })
  const changes = [
    ...versionChanges(draft.published, draft.content),
    ...examples.examples.flatMap(({ published, draft: text }) => exampleChanges(published, text)),
  ]
  const isUndecided = decided.length < collisions.length
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        // The dialog belongs to the form of the page, which must not be saved.
        event.stopPropagation()
        publish.mutate()
      }}
    >
      {draft.problems.length > 0 && <Problems tone={draft.can_ask ? 'warning' : 'danger'} problems={draft.problems} />}
      {examples.hidden > 0 && (
        <Note tone="warning">
          {t('The draft changes examples in databases that you cannot use. Ask an administrator to publish it.')}
        </Note>
      )}
      {collisions.length > 0 && <Collisions collisions={collisions} uses={uses} onChange={setUses} />}
      <Changes changes={changes} />
      <FieldFrame label={t('Why')} optional>
        {(control) => (
          <Input
            {...control}
            dir="auto"
            autoComplete="off"
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </FieldFrame>
      {publish.isError && (
        <Note tone="danger">{describeError(publish.error, t('Could not publish the draft. Try again.'))}</Note>
      )}
      <ModalFoot>
        <Button onClick={onClose}>{t('Close')}</Button>
        <Button
          type="submit"
          kind="primary"
          disabled={publish.isPending || !draft.can_ask || isUndecided || draft.changes === 0}
        >
          {publish.isPending && <Spinner />}
          {t('Publish the draft')}
        </Button>
      </ModalFoot>
    </form>
  )
}

function Changes({ changes }: { changes: readonly VersionChange[] }) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="draft-changes">
      <h3 id="draft-changes" className="mb-1.5 block text-dense font-medium">
        {t('What the draft changes')}
      </h3>
      {changes.length === 0 ? (
        <p className="text-muted">{t('The draft says the same as the published area.')}</p>
      ) : (
        <div className="max-h-[40dvh] overflow-auto">
          <ChangeList changes={changes} />
        </div>
      )}
    </section>
  )
}

interface Collision {
  id: string
  /** What the draft changes, and what someone else published meanwhile. */
  draft: VersionChange[]
  published: VersionChange[]
}

function collisionsOf({ collisions }: SavedDraft, { examples }: DraftExamples): Collision[] {
  return [
    ...collisions.map(({ id, before, draft, published }) => ({
      id,
      draft: versionChanges(before, draft),
      published: versionChanges(before, published),
    })),
    ...examples
      .filter(({ collides }) => collides)
      .map(({ id, before, draft, published }) => ({
        id,
        draft: exampleChanges(before, draft),
        published: exampleChanges(before, published),
      })),
  ]
}

interface CollisionsProps {
  collisions: readonly Collision[]
  uses: ReadonlyMap<string, Use>
  onChange: (uses: ReadonlyMap<string, Use>) => void
}

/** What the draft and someone else both changed: for each, one of them is published. */
function Collisions({ collisions, uses, onChange }: CollisionsProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 block text-dense font-medium">
        {t('Changed in the draft and published differently meanwhile')}
      </legend>
      {collisions.map(({ id, published, draft }) => (
        <div
          key={id}
          className="grid grid-cols-[repeat(auto-fit,minmax(min(260px,100%),1fr))] gap-x-5 gap-y-3 rounded-panel border border-line p-3"
        >
          {(
            [
              ['draft', t('Publish the change of the draft'), draft],
              ['published', t('Keep what is published'), published],
            ] as const
          ).map(([use, label, changes]) => (
            <div key={use}>
              <Checkbox
                className="max-md:min-h-11"
                type="radio"
                name={id}
                checked={uses.get(id) === use}
                onChange={() => onChange(new Map(uses).set(id, use))}
              >
                {label}
              </Checkbox>
              <ChangeList changes={changes} />
            </div>
          ))}
        </div>
      ))}
    </fieldset>
  )
}
