import { useEffect, useState } from 'react';
import { readTopics } from '../api/service-api.ts';
import { boxOf, type ControlProps } from './field-control.tsx';

/** A topic's name, with those that Kafka has to choose from. */
export function TopicControl(props: ControlProps) {
  const { id, value, set } = props;
  const [topics, setTopics] = useState<readonly string[]>([]);
  useEffect(() => {
    let isShown = true;
    readTopics()
      .then((list) => isShown && setTopics(list.topics.map(({ name }) => name)))
      // Without the list a name can still be typed; that Kafka is away is said elsewhere.
      .catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, []);
  return (
    <>
      <input
        id={id}
        className={boxOf(props)}
        list={`${id}-topics`}
        value={String(value ?? '')}
        onChange={(event) => set(event.target.value)}
      />
      <datalist id={`${id}-topics`}>
        {topics.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
