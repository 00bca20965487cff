-- Context size and type of the KV cache are chosen for the machine and the model now. Values that were stored and are what
-- used to be the default were nobody's choice.

DELETE FROM setting WHERE (key = 'model.n_ctx' AND value = '4096') OR (key = 'model.kv_type' AND value = '"f16"');

DELETE FROM scoped_setting
    WHERE level = 'model' AND ((key = 'model.n_ctx' AND value = '4096') OR (key = 'model.kv_type' AND value = '"f16"'));
