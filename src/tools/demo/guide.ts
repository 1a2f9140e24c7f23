/** The steps of the panel in the demo's window. */
import type { GuideStep } from './servers/agent-server.ts';
import { DANGER, QUESTIONS, TASKS } from './servers/models.ts';

export const GUIDE: readonly GuideStep[] = [
  {
    title: 'A tool runs',
    look: 'The tool shows as a line above the reply, and its marker is not in the text.',
    model: 'hermes-0.8',
    question: QUESTIONS.year,
  },
  {
    title: 'Several tools, one fails',
    look: 'Press the line above the reply: a timeline shows when each tool ran, and which one failed.',
    model: 'hermes-0.19',
    question: QUESTIONS.three,
  },
  {
    title: 'The model fakes a call',
    look: 'A warning says that no tool ran. It stays until you dismiss it.',
    model: 'hermes-0.8',
    question: QUESTIONS.reminders,
  },
  {
    title: 'The connection breaks',
    look: 'No tool is left running.',
    model: 'hermes-0.19-cut',
    question: QUESTIONS.year,
  },
  {
    title: 'The agent asks',
    look: 'A card shows the command. Press "Deny": the reply says "All done" all the same, the line above it what is so.',
    model: 'hermes-0.22',
    question: DANGER,
  },
  {
    title: 'A sub-agent fails',
    look: 'The reply says "All done" here, too. Press the line above it: below the call, its sub-agent and why it failed, and last what the whole reply took.',
    model: 'hermes-0.22',
    question: TASKS.failing,
  },
  {
    title: 'The agent hands over a picture',
    look: 'In place of a line with a path, a chip names the picture. It is on the agent’s computer: press it for the path.',
    model: 'hermes-0.22',
    question: TASKS.picture,
  },
];
