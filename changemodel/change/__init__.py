"""Learned change detection: from a page's history, from models of other pages, and from labels.

Where to look, in the order in which ``ChangeModel.fit`` goes:

1. ``model``, the façade, holds one ``page_model``: all that a fit makes, built once by ``page_learning`` and never
   changed. Comparing goes by its ``page_reading`` (all parts together) with a ``picture_reading``; ``saving`` keeps it.
2. ``naming``: the blocks of all versions under one name.
3. What the page usually says: ``text_reading``, ``novelty``.
4. What its sections are worth, from the order of time: ``text_drift``, less what ``worthless_sections``,
   ``clocked_sections``, ``day_counts``, ``relative_dates`` and ``noise_text`` tell to be noise; ``training`` learns the
   weights from the constraints of ``temporal``, and the page's own rhythm.
5. Pictures: ``history`` and ``feature_reader``, ``training`` again, ``labelled`` and ``decision``; ``states``,
   ``noise`` and ``noise_regions`` for what comes back; ``prior`` where there is too little.
6. All parts as one: ``parts``, ``hybrid``, ``combined_distance``; ``classes`` and ``calibration`` say where important
   changes begin and how probable they are.
7. What other pages taught: ``sentence_classifier``, ``sentence_trees``; alone: ``decision_without_history``; after
   labels: ``section_labels``.
8. The map: ``joint_map``, ``placed_map``; how sure it is: ``uncertainty``.
9. An alert budget: ``alerts``, over the window of ``verdict``.

``ChangeModel.compare`` puts the same together for two versions in ``verdict``, as a ``score``; ``explanation`` and
``overlay`` say why; ``asking`` says what to label next.
"""
