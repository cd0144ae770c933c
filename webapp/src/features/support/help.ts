import { matchesSearch } from 'firmbook-wasm';
import { TOPICS, type HelpTopic } from './topics';

/** Words of questions that say nothing about their topic. */
const STOP_WORDS = new Set(
  'a an and are can do does for from get how i if in is it me my of on or the to what when where which who why with you'.split(
    ' ',
  ),
);

/**
 * Returns the topics that contain every meaningful word of a question. Without any, those that contain the most. Topics
 * with the words in their title come first.
 */
export function helpTopics(searchText: string): readonly HelpTopic[] {
  const words = searchText.split(/[\s,.?!;:]+/).filter((word) => word && !STOP_WORDS.has(word.toLowerCase()));
  const countIn = (text: string) => words.filter((word) => matchesSearch(text, word)).length;
  const scored = TOPICS.map((topic) => ({
    topic,
    found: countIn(`${topic.title} ${topic.text} ${topic.keywords ?? ''}`),
    inTitle: countIn(topic.title),
  }));
  const bestScore = Math.max(...scored.map(({ found }) => found));
  return scored
    .filter(({ found }) => found === bestScore && (bestScore > 0 || words.length === 0))
    .toSorted((a, b) => b.inTitle - a.inTitle)
    .map(({ topic }) => topic);
}
