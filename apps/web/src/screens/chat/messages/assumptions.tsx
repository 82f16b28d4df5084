import { Menu } from '@base-ui/react/menu'
import type { UnderstoodQuestion } from '@parlance/contract'
import { Check, ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'
import { receivedText, shownText } from '../../../lib/turn/shown-text.ts'
import { chipButtonClass } from '../../../ui/chip.ts'
import { Icon } from '../../../ui/icon.tsx'
import { MenuItem, MenuPopup } from '../../../ui/menu.tsx'

interface AssumptionsProps {
  understood: UnderstoodQuestion
  /** The question that was answered. */
  question: string
  busy: boolean
  onAsk: (question: string) => void
}

/** What was assumed for an answer. Each chip explains itself, and asks again with another meaning. */
export function Assumptions({ understood, question, busy, onAsk }: AssumptionsProps) {
  const { t } = useTranslation()
  const { assumptions, messages, choices = [] } = understood
  const chips: ChipProps[] = [
    ...choices
      .filter(({ assumption }) => assumption === null)
      .map((choice) => ({ text: shownText(t, receivedText(choice.label, choice)), choice })),
    ...assumptions.map((assumption, index) => ({
      text: shownText(t, messages?.assumptions[index] ?? assumption),
      choice: choices.find((choice) => choice.assumption === index),
      isModels: messages === undefined,
    })),
  ].map((chip) => ({ isModels: false, ...chip, question, busy, onAsk }))
  return (
    <ul className="mt-3 flex flex-wrap gap-1.5" aria-label={t('Assumptions')}>
      {chips.map((chip, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the chips of an answer never change
        <li key={at} className="max-w-full min-w-0">
          <Chip {...chip} />
        </li>
      ))}
    </ul>
  )
}

interface ChipProps extends Pick<AssumptionsProps, 'question' | 'busy' | 'onAsk'> {
  text: string
  /** Its other meanings; undefined if none is known. */
  choice: NonNullable<UnderstoodQuestion['choices']>[number] | undefined
  /** Whether a model wrote it, which can also answer without it. */
  isModels: boolean
}

function Chip({ text, choice, isModels, question, busy, onAsk }: ChipProps) {
  const { t } = useTranslation()
  const alternatives = choice?.alternatives ?? []
  const canChange = alternatives.length > 0 || isModels
  return (
    <Menu.Root>
      <Menu.Trigger
        className={cn(
          chipButtonClass,
          'max-w-full gap-1! pr-1.5! text-(length:--text-meta)! data-popup-open:border-accent data-popup-open:bg-(--accent-soft) data-popup-open:text-ink',
        )}
        title={text}
      >
        <span className="truncate" dir="auto">
          {text}
        </span>
        <Icon of={ChevronDown} small />
      </Menu.Trigger>
      <MenuPopup side="bottom" align="start" className="w-72 max-w-[calc(100vw-24px)]">
        <Menu.Group>
          <Menu.GroupLabel className="flex items-start gap-2 px-2 py-1.5 text-(length:--text-dense)/5 font-medium">
            <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
            <Icon of={Check} className="mt-0.5 text-accent-text" />
          </Menu.GroupLabel>
          {alternatives.map((other) => (
            <MenuItem key={other.question} disabled={busy} onClick={() => onAsk(other.question)}>
              {shownText(t, receivedText(other.label, other))}
            </MenuItem>
          ))}
          {isModels && (
            <MenuItem
              disabled={busy}
              onClick={() => onAsk(t('{question} (Do not assume: {assumption})', { question, assumption: text }))}
            >
              {t('Ask without this')}
            </MenuItem>
          )}
        </Menu.Group>
        <p className="border-t border-line px-2 pt-2 pb-1 text-xs/4 text-muted">
          {canChange
            ? t('Choosing one asks the question again.')
            : t('Name something else in your question to change this.')}
        </p>
      </MenuPopup>
    </Menu.Root>
  )
}
