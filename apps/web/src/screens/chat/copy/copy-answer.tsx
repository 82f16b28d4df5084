import { Menu } from '@base-ui/react/menu'
import { ChevronDown, Copy } from 'lucide-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { pngOf } from '../../../lib/charts/chart-file.ts'
import { pictureOf } from '../../../lib/charts/chart-picture.ts'
import { answerChart } from '../../../lib/charts/result-chart.ts'
import { copyPng, copyRich, copyText } from '../../../lib/copy-text.ts'
import type { ChatMessage } from '../../../lib/turn/chat-message.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { FeedbackButton } from '../../../ui/feedback-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MenuItem, MenuPopup } from '../../../ui/menu.tsx'
import { useNotices } from '../../../ui/notices.tsx'
import { answerMarkdown, documentOf, type AnswerDocument, type AnswerPlace } from './answer-document.ts'

interface CopyAnswerProps extends AnswerPlace {
  message: ChatMessage
}

/** Copies an answer: with its chart as formatted text, or, from the menu, as Markdown or as a picture of the chart. */
export function CopyAnswer({ message, ...place }: CopyAnswerProps) {
  const { t } = useTranslation()
  const { show } = useNotices()
  const answer = () => documentOf(message, place, t)
  const copyFormatted = async () => {
    const copied = answer()
    try {
      await copyRich(htmlOf(copied, t), copied.text)
    } catch {
      show(t('The browser did not copy the answer. Select its text and press Ctrl+C or ⌘C.'), 'danger')
      return false
    }
    return true
  }
  const copyMarkdown = async () => {
    try {
      await copyText(answerMarkdown(answer(), t))
      show(t('Copied the answer as Markdown.'))
    } catch {
      show(t('The browser did not copy the answer. Select its text and press Ctrl+C or ⌘C.'), 'danger')
    }
  }
  const copyImage = async () => {
    try {
      await copyPng(() => pngOfChart(answer()))
      show(t('Copied the chart as an image.'))
    } catch {
      show(
        t('The browser did not copy the image. Open the chart in the results panel and save it as a file.'),
        'danger',
      )
    }
  }
  return (
    <span className="inline-flex items-center">
      <FeedbackButton
        icon={Copy}
        label={t('Copy answer')}
        doneLabel={t('Copied!')}
        failedLabel={t('Failed')}
        square
        work={copyFormatted}
      />
      <Menu.Root>
        <Menu.Trigger
          className={buttonClass({ kind: 'quiet', size: 'small', square: true })}
          aria-label={t('Copy answer as')}
          title={t('Copy answer as')}
        >
          <Icon of={ChevronDown} small />
        </Menu.Trigger>
        <MenuPopup side="bottom" align="start">
          <MenuItem onClick={() => void copyMarkdown()}>{t('Copy as Markdown')}</MenuItem>
          <MenuItem disabled={answerChart(message.sqlResult) === null} onClick={() => void copyImage()}>
            {t('Copy chart as an image')}
          </MenuItem>
        </MenuPopup>
      </Menu.Root>
    </span>
  )
}

async function htmlOf(answer: AnswerDocument, t: TFunction): Promise<string> {
  // Without a picture, the rows still say the same.
  const picture = await addressOf(answer).catch(() => null)
  // It formats Markdown, which is loaded with the first answer.
  const { answerHtml } = await import('./answer-html.tsx')
  return answerHtml(answer, picture, t)
}

async function addressOf(answer: AnswerDocument): Promise<string | null> {
  return answerChart(answer.result) === null ? null : dataUrl(await pngOfChart(answer))
}

/** @throws if the answer has no chart, or the browser cannot make a picture of it */
async function pngOfChart({ question, result, source }: AnswerDocument): Promise<Blob> {
  const chart = answerChart(result)
  if (chart === null) throw new Error('the answer has no chart')
  return pngOf(await pictureOf({ option: chart.option, title: chart.title || question, source }))
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('loadend', () => {
      if (typeof reader.result === 'string') resolve(reader.result)
      else reject(reader.error ?? new Error('the picture cannot be read'))
    })
    reader.readAsDataURL(blob)
  })
}
