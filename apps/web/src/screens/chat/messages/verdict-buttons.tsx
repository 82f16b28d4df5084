import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { message, type CreateExampleRequest, type Example, type ExampleStatus, type Message } from '@parlance/contract'
import { Check, Clock3, Flag, type LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { createExample, deleteExample, examplesKey, ownExamplesQuery } from '../../../api/examples.ts'
import { ApiError, describeError } from '../../../lib/api-error.ts'
import { translate } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useNotices } from '../../../ui/notices.tsx'
import { WrongAnswer } from './wrong-answer.tsx'

const states: Record<ExampleStatus, { icon: LucideIcon; text: Message }> = {
  pending: { icon: Clock3, text: message('Right · waiting for approval') },
  approved: { icon: Check, text: message('Right · approved as an example') },
  rejected: { icon: Check, text: message('Right · not used as an example') },
  wrong: { icon: Flag, text: message('Wrong · reported') },
}
const corrected = { icon: Check, text: message('Wrong · corrected') }

type Verdict = Pick<CreateExampleRequest, 'verdict' | 'reason' | 'comment'>

/**
 * Marks an answer as right, so that it becomes an example once an owner approves it, or as wrong, to inform the owner.
 * Then shows its status, and withdraws it while no decision was made.
 */
export function VerdictButtons({ turnId }: { turnId: string }) {
  const { t } = useTranslation()
  const { show } = useNotices()
  const queryClient = useQueryClient()
  const { data: judged = null } = useQuery({
    ...ownExamplesQuery,
    select: (examples) => examples.find((example) => example.turn_id === turnId) ?? null,
  })
  const control = useRef<HTMLButtonElement>(null)
  const state = useRef<HTMLOutputElement>(null)
  const keepFocus = useFocusKept(judged?.id ?? null, () => control.current ?? state.current)
  const onSettled = () => queryClient.invalidateQueries({ queryKey: examplesKey })
  const judge = useMutation({
    mutationFn: (verdict: Verdict) => createExample({ turn_id: turnId, ...verdict }),
    onError: (error, { verdict }) => {
      // Another tab has already done this, so the list is more up to date.
      if (error instanceof ApiError && error.code === 'conflict') return
      const failure =
        verdict === 'wrong'
          ? t('Could not report the answer. Try again.')
          : t('Could not save the answer as a verified example. Try again.')
      show(describeError(error, failure), 'danger')
    },
    onSettled,
  })
  const takeBack = useMutation({
    mutationFn: ({ id }: Example) => deleteExample(id),
    onError: (error) => show(describeError(error, t('Could not undo this. Try again.')), 'danger'),
    onSettled,
  })
  if (judged !== null) {
    const isCorrected = judged.status === 'wrong' && judged.decided_at !== null
    const isWrong = judged.status === 'wrong' && !isCorrected
    const { icon, text } = isCorrected ? corrected : states[judged.status]
    return (
      <>
        <output ref={state} tabIndex={-1} className="inline-flex items-center gap-1.5 px-2 text-meta text-muted">
          <Icon of={icon} small className={isWrong ? 'text-danger' : 'text-success'} />
          {translate(t, text)}
        </output>
        {(judged.status === 'pending' || isWrong) && (
          <Button
            ref={control}
            kind="quiet"
            size="small"
            disabled={takeBack.isPending}
            onClick={() => {
              keepFocus()
              takeBack.mutate(judged)
            }}
          >
            {t('Undo')}
          </Button>
        )}
      </>
    )
  }
  return (
    <>
      <Button
        ref={control}
        kind="quiet"
        size="small"
        square
        aria-label={t('This is right')}
        title={t('This is right: suggest this question and its SQL as a verified example')}
        disabled={judge.isPending}
        onClick={() => {
          keepFocus()
          judge.mutate({})
        }}
      >
        <Icon of={Check} />
      </Button>
      <WrongAnswer
        disabled={judge.isPending}
        onReport={(report) => {
          keepFocus()
          judge.mutate({ verdict: 'wrong', ...report })
        }}
      />
    </>
  )
}

/**
 * Moves the focus to what replaces the clicked control, once the verdict changes.
 * @returns call it when the user changes the verdict
 */
function useFocusKept(verdict: string | null, next: () => HTMLElement | null): () => void {
  const isOwn = useRef(false)
  useEffect(() => {
    if (!isOwn.current) return
    isOwn.current = false
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) next()?.focus({ preventScroll: true })
    // oxlint-disable-next-line react/exhaustive-deps -- only another verdict replaces the control
  }, [verdict])
  return () => {
    isOwn.current = true
  }
}
