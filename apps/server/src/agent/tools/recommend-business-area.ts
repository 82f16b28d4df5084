import { formatMessage, message, wireMessage } from '@parlance/contract'
import { z } from 'zod'
import { defineTool, shortText } from './tool.ts'

/** The best area for a question among those that the user may use. */
export const recommendBusinessArea = defineTool({
  name: 'recommend_business_area',
  description: 'Recommends the business area that fits a question best. Use it if the tables here do not fit.',
  parameters: { question: 'text?' },
  aliases: { question: ['query', 'user_question'] },
  inputSchema: z.object({ question: shortText(2_000) }),
  execute: async ({ question }, turn) => {
    const recommendation = await turn.recommendArea(question ?? turn.question)
    if (!recommendation) {
      const none = formatMessage(message('No other business area fits this question.'))
      return {
        response: { success: true, message: none, recommendation: null },
        forModel: { success: true, recommendation: null, message: none },
      }
    }
    const { area_name, confidence_score, matched_tables } = recommendation
    const fitting = wireMessage(message('{area} fits this question best.', { area: area_name }))
    const isOther = recommendation.area_id !== turn.areaId
    return {
      response: { success: true, ...fitting, recommendation, tables: matched_tables },
      forModel: { success: true, recommendation: { area_name, confidence_score, matched_tables } },
      ...(isOther ? { betterArea: recommendation } : {}),
    }
  },
})
