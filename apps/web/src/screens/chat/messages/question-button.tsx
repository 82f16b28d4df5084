import { ArrowRight } from 'lucide-react'
import { Icon } from '../../../ui/icon.tsx'

interface QuestionButtonProps {
  question: string
  disabled: boolean
  onAsk: () => void
}

/** A suggested question, asked with one click. */
export function QuestionButton({ question, disabled, onAsk }: QuestionButtonProps) {
  return (
    <button
      type="button"
      className="-mx-2 box-content flex min-h-(--row) w-full items-center gap-2 rounded-control px-2 text-left text-dense enabled:hover:bg-hover max-md:min-h-11"
      disabled={disabled}
      onClick={onAsk}
    >
      <Icon of={ArrowRight} className="text-faint" />
      {/* A follow-up such as 'and by month?' is sent as it is. */}
      <span className="first-letter:uppercase">{question}</span>
    </button>
  )
}
