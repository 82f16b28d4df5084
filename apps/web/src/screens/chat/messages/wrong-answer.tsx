import { Popover } from '@base-ui/react/popover'
import { wrongCommentMaxLength, wrongReasons, type WrongReason } from '@parlance/contract'
import { Flag } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { translate } from '../../../lib/i18n.ts'
import { wrongReasonTexts } from '../../../lib/wrong-reasons.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Input } from '../../../ui/input.tsx'
import { labelClass } from '../../../ui/label.tsx'
import { menuClass, popupClass } from '../../../ui/menu.tsx'

interface WrongAnswerProps {
  disabled: boolean
  onReport: (report: { reason: WrongReason; comment?: string }) => void
}

/** Asks what is wrong with an answer. Selecting a reason reports it. */
export function WrongAnswer({ disabled, onReport }: WrongAnswerProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [comment, setComment] = useState('')
  const first = useRef<HTMLButtonElement>(null)
  const report = (reason: WrongReason) => {
    setOpen(false)
    const text = comment.trim()
    onReport(text === '' ? { reason } : { reason, comment: text })
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        className={buttonClass({ kind: 'quiet', size: 'small', square: true })}
        aria-label={t('Wrong answer')}
        title={t('Wrong answer: report this question and its SQL to the people who manage the data')}
        disabled={disabled}
      >
        <Icon of={Flag} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={popupClass} side="top" align="start" sideOffset={4}>
          <Popover.Popup className={cn(menuClass, 'w-66 max-w-[calc(100vw-24px)]')} initialFocus={first}>
            <FieldFrame label={t('What should it be?')} optional className="px-2 pt-2">
              {(control) => (
                <Input
                  {...control}
                  dir="auto"
                  autoComplete="off"
                  maxLength={wrongCommentMaxLength}
                  value={comment}
                  onChange={({ target }) => setComment(target.value)}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                    // Otherwise, the same key press would select the reason.
                    event.preventDefault()
                    first.current?.focus()
                  }}
                />
              )}
            </FieldFrame>
            <Popover.Title className={cn(labelClass, 'mx-2 mt-3')}>{t('What is wrong?')}</Popover.Title>
            <fieldset aria-label={t('What is wrong?')}>
              {wrongReasons.map((reason, index) => (
                <button
                  key={reason}
                  ref={index === 0 ? first : undefined}
                  type="button"
                  className="flex min-h-8 w-full items-center rounded-control px-2 text-start outline-none hover:bg-hover focus-visible:bg-hover max-md:min-h-11"
                  onKeyDown={moveFocus}
                  onClick={() => report(reason)}
                >
                  {translate(t, wrongReasonTexts[reason])}
                </button>
              ))}
            </fieldset>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** The arrow keys move between the reasons, as in a menu. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const reasons = [...(event.currentTarget.parentElement?.querySelectorAll('button') ?? [])]
  const now = reasons.indexOf(event.currentTarget)
  reasons.at((now + step) % reasons.length)?.focus()
}
