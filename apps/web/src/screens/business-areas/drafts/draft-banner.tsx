import type { Area, SavedDraft } from '@parlance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CirclePlay, GitCompare, MessageSquare, PencilRuler, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { discardDraft, savedDraftQuery } from '../../../api/area-drafts.ts'
import { describeError } from '../../../lib/api-error.ts'
import { formatSessionDate } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { useNotices } from '../../../ui/notices.tsx'
import { useQuestions } from '../../../ui/questions.tsx'
import type { PageDraft } from './opened-draft.tsx'
import { useAskInDraft } from './use-ask-in-draft.ts'

const DraftReview = lazy(async () => ({ default: (await import('./draft-review.tsx')).DraftReview }))

interface DraftBannerProps {
  area: Area
  draft: PageDraft
  saved: SavedDraft
  /** Whether the form has input that is not saved yet. */
  isDirty: boolean
  onPublished: (area: Area) => void
}

/** Says that the area has a draft, whose it is, and what can be done with it. */
export function DraftBanner({ area, draft, saved, isDirty, onPublished }: DraftBannerProps) {
  const { t } = useTranslation()
  const [isReviewing, setReviewing] = useState(false)
  return (
    <section
      className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 rounded-panel border border-line-strong bg-sunken px-3 py-2.5"
      aria-label={t('Draft')}
    >
      <div className="flex min-w-0 flex-[1_1_320px] gap-2.5">
        <Icon of={PencilRuler} className="mt-[3px]" />
        <div>
          <p>
            <b>{draft.isOpen ? t('You are editing the draft.') : t('This area has a draft.')}</b>{' '}
            <DraftFacts saved={saved} />
          </p>
          <DraftFaults saved={saved} />
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => draft.onOpen(!draft.isOpen)}>
          {draft.isOpen ? t('Show the published area') : t('Open the draft')}
        </Button>
        <UseButtons area={area} saved={saved} isDirty={isDirty} />
        <Button
          size="small"
          kind={draft.isOpen ? 'primary' : 'plain'}
          disabled={isDirty}
          title={isDirty ? t('Save or discard your changes first.') : undefined}
          onClick={() => setReviewing(true)}
        >
          <Icon of={GitCompare} small />
          {t('Compare and publish')}
        </Button>
        <DiscardButton area={area} draft={draft} saved={saved} />
      </div>
      <Modal
        open={isReviewing}
        onClose={() => setReviewing(false)}
        title={t('Compare and publish the draft')}
        width={760}
      >
        <Suspense>
          {isReviewing && (
            <DraftReview
              areaId={area.area_id}
              onClose={() => setReviewing(false)}
              onPublished={(published) => {
                setReviewing(false)
                onPublished(published)
              }}
            />
          )}
        </Suspense>
      </Modal>
    </section>
  )
}

function DraftFacts({ saved }: { saved: SavedDraft }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const { changes, updated_at: at, updated_by_name: name } = saved
  const when = formatSessionDate(at, now)
  return (
    <span className="text-muted">
      {t('{n, plural, =0 {No changes} one {# change} other {# changes}}', { n: changes })}
      {' · '}
      {name === null ? t('saved {when}', { when }) : t('saved {when} by {name}', { when, name })}
      {' · '}
      {t('Users still get the published area.')}
    </span>
  )
}

function DraftFaults({ saved: { can_ask: canAsk, collisions } }: { saved: SavedDraft }) {
  const { t } = useTranslation()
  return (
    <>
      {!canAsk && (
        <p className="text-danger">
          {t('The draft has errors. Fix them before you ask in it, evaluate it, or publish it.')}
        </p>
      )}
      {collisions.length > 0 && (
        <p className="text-warning">
          {t(
            '{n, plural, one {One change collides} other {# changes collide}} with what was published meanwhile. Decide when you compare and publish.',
            { n: collisions.length },
          )}
        </p>
      )}
    </>
  )
}

/** Asks in the draft, and evaluates it. Both use what is saved. */
function UseButtons({ area, saved, isDirty }: Pick<DraftBannerProps, 'area' | 'saved' | 'isDirty'>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { ask, isBusy } = useAskInDraft(area)
  const isBlocked = isDirty || !saved.can_ask
  const why = isDirty ? t('Save or discard your changes first.') : undefined
  return (
    <>
      <Button size="small" disabled={isBlocked || isBusy} title={why} onClick={ask}>
        <Icon of={MessageSquare} small />
        {t('Ask in the draft')}
      </Button>
      <Button
        size="small"
        disabled={isBlocked}
        title={why}
        onClick={() =>
          void navigate({
            to: '/business-areas/$areaId/evaluation',
            params: { areaId: area.area_id },
            search: { start: 'draft' },
          })
        }
      >
        <Icon of={CirclePlay} small />
        {t('Evaluate')}
      </Button>
    </>
  )
}

function DiscardButton({ area, draft, saved }: Pick<DraftBannerProps, 'area' | 'draft' | 'saved'>) {
  const { t } = useTranslation()
  const { ask } = useQuestions()
  const { show } = useNotices()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const discard = async () => {
    const text = t(
      'Discard the draft with {n, plural, one {# change} other {# changes}}? It cannot be restored. The published area stays as it is.',
      { n: saved.changes },
    )
    if (!(await ask({ text, confirm: t('Discard draft'), danger: true }))) return
    setBusy(true)
    const { queryKey } = savedDraftQuery(area.area_id)
    try {
      await discardDraft(area.area_id, saved.revision)
      queryClient.setQueryData(queryKey, null)
      draft.onOpen(false)
      show(t('Draft discarded.'))
    } catch (error) {
      show(describeError(error, t('Could not discard the draft. Try again.')), 'danger')
      await queryClient.invalidateQueries({ queryKey })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" kind="quiet" disabled={isBusy} onClick={() => void discard()}>
      <Icon of={Trash2} small />
      {t('Discard draft')}
    </Button>
  )
}
