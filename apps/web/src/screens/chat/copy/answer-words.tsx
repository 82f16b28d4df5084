import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { isFormattable } from '../../../lib/turn/formattable.ts'

const plugins = [remarkGfm]
// An image in a model's text could send data to its address.
const refused = ['img', 'script', 'iframe', 'a']

/** The words of an answer for another page: formatted, but without links and controls. */
export function AnswerWords({ text }: { text: string }) {
  if (!isFormattable(text)) return <p style={{ whiteSpace: 'pre-wrap' }}>{text}</p>
  return (
    <Markdown remarkPlugins={plugins} disallowedElements={refused} unwrapDisallowed>
      {text}
    </Markdown>
  )
}
